/** After a mailed link or a linked sign-in that did not sign in. */
export const returns = {
  title: 'You are not signed in',
  usedUp: 'The link has been used or has expired. Sign in with your password, or ask for a new link.',
  otherBrowser:
    'You opened the link in a different browser from the one that asked for it. If it was to confirm your address, that is done: sign in now.',
  signupOff: 'No account uses this sign-in yet, and this site does not accept new accounts.',
  refused: 'The other site did not let you sign in. Try again, or sign in with your password.',
  unconfirmed: 'The other site has not confirmed your email address. Confirm it there, or sign in with your password.',
  closed: 'This account cannot sign in. Contact us for help.',
  unknown: 'Try again, or sign in with your password.',
}
