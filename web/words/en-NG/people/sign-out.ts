/** Words of a sign-out that the server did not confirm. */
export const signOut = {
  here: 'You are signed out on this device. To sign out on your other devices too, sign in again and press Sign Out.',
}
