/** The words of /confirm-number: what someone sees whose telephone number may have a new owner. */
export const confirmNumber = {
  title: 'Your requests',
  lead: 'Your number was silent for half a year, or was reported. It may have a new owner, so this page shows only where requests are.',
  none: 'There is no request for this number.',
  failed: 'Where your requests are could not be shown',
  formTitle: 'Show that it is you',
  formLead: 'Then you see everything again. Give them as they are in your profile.',
  name: 'Your name',
  nameMissing: 'Enter your name.',
  year: 'Year you were born',
  yearHint: 'Four digits, such as 1985.',
  button: 'Continue',
  busy: 'Checking …',
  wrong:
    'We could not confirm this. Check both. After five wrong tries, or if your profile has no year, only we can do it: call us.',
  welcome: 'Thank you. You see everything again.',
  otherTitle: 'It does not work?',
  other: 'Call us. We ask you about your request, and then your code opens everything again.',
  byEmail: 'If you have a password, sign out and sign in with it.',
  notMine: 'If this number is new to you, these requests are not yours. Call us to ask for aid.',
  signOut: 'Sign out',
}
