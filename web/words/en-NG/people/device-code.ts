/** Words of the code that a device enters after many wrong passwords. They load with its form. */
export const deviceCode = {
  title: 'Is it you?',
  text: (email: string) =>
    `Many wrong passwords were entered for this account, so we emailed a code to ${email}. Enter it here and we sign you in.`,
  more: 'The email also has a link. If the code is not accepted, open the link on this device and sign in again.',
  code: 'Code from the email',
  button: 'Continue',
  back: 'Back to sign in',
}
