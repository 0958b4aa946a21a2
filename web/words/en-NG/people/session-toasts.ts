/** The toasts of the session, which every page loads. The spec's texts stay exactly as they are. */
export const sessionToasts = {
  signedOut: 'Signed out',
  signOutFailed: 'Sign out failed',
  ended: 'Your session has ended',
  endedMore: 'Sign in again to continue where you stopped.',
}
