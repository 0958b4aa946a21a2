/** The words of signing in, registering and finding back into an account. Toasts are in toasts.ts, and partly the spec's. */
export const signIn = {
  metaTitle: 'Sign in · Taimako',
  metaDescription: 'Sign in to your Taimako account: your requests for aid, your wallet and your profile in one place.',
  title: 'Sign in',
  lead: 'To your requests, your wallet and your profile. Giving needs no account.',
  tabs: 'Your account',
  tab: 'Sign In',
  registerTab: 'Register',

  email: 'Email',
  password: 'Password',
  emailMissing: 'Please write your email address.',
  emailIncomplete: 'Please write the whole address, such as amina@example.com.',
  passwordMissing: 'Please write your password.',
  button: 'Sign In',
  busy: 'Signing in …',
  forgot: 'Forgot your password?',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,

  signedIn: 'You are signed in. One moment …',
  unfinishedTitle: 'Your registration is not finished',
  unfinished: 'It is kept on this device. You can go on where you stopped.',
  goOn: 'Go on with it',
  cancelSecondStep: 'Cancel and sign out',

  noScriptTitle: 'Signing in needs JavaScript',
  noScript: 'Without it you can still give, and write to us by email or call:',
}

/** What is said when a mailed link or another sign-in leads back here and did not do what it should. */
export const returns = {
  title: 'That did not sign you in',
  usedUp: 'The link was used before, or it is too old. Please sign in with your password, or ask for a new link.',
  otherBrowser:
    'The link was opened in another browser than the one that asked for it. If it was to confirm your address, that is done: please sign in.',
  signupOff: 'There is no account for this sign-in yet, and this site takes no new ones.',
  refused: 'The other site did not let you through. You can try again, or sign in with your password.',
  unconfirmed:
    'The other site has not confirmed your email address. Please confirm it there, or sign in with your password.',
  closed: 'This account cannot sign in. Please write to us.',
  unknown: 'Please try once more, or sign in with your password.',
}

export const registration = {
  metaTitle: 'Get started · Taimako',
  metaDescription:
    'Ask for aid on Taimako, or make an account. Asking is free, and a person reads every request. Giving needs no account.',
  title: 'Get started',
  lead: 'Ask for aid, and your account is made with the same form. Giving needs none.',

  accountTitle: 'Only an account',
  accountLead: 'Please fill in all five.',
  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    password: 'Password',
    confirm_password: 'Confirm password',
  },
  missing: {
    first_name: 'Please write your first name.',
    last_name: 'Please write your last name.',
    email: 'Please write your email address.',
    password: 'Please choose a password.',
    confirm_password: 'Please write the password a second time.',
  },
  differs: 'This is not the same as above.',
  short: 'At least 6 characters, please.',
  button: 'Make my account',
  busy: 'Making your account …',

  offTitle: 'This site takes no new accounts',
  off: 'Accounts are made by the people who run it. If you need one, write to us. Giving needs no account.',

  confirmTitle: 'Please confirm your address',
  confirmSent: (email: string) =>
    `We have sent a mail to ${email}, with a link and a code. Open the link, or write the code here.`,
  confirmFirst: (email: string) =>
    `Your account opens once your address is confirmed. Look for our mail to ${email}, and write its code here.`,
  confirmLabel: 'Code from the mail',
  confirmHint: 'Six digits. Look among the unwanted mail too.',
  confirmButton: 'Confirm my address',
  mailAgain: 'Send the mail again',
  otherAddress: 'Use another address',

  aidTitle: 'You need aid',
  aidLine: 'Ask online, under Register',
  aid: 'If it is urgent, or writing is hard for you, tell us directly what you need, for whom and by when. A person answers within 24 hours. Asking is free.',
  aidButton: 'Write to us',
  orCall: 'Or directly:',
  giveTitle: 'You want to give',
  giveLine: 'Giving needs no account',
  give: 'Choose a fund and an amount from ₦1. You stay anonymous and keep a receipt code.',
  giveButton: 'Donate',
}

export const recovery = {
  forgotMetaTitle: 'Forgot your password · Taimako',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Write the address of your account. We send a link and a code with which you choose a new one.',
  forgotButton: 'Send me the mail',
  forgotBusy: 'Sending …',
  backToSignIn: 'Back to the sign-in',

  sentTitle: 'Look at your mail',
  sent: (email: string) =>
    `If ${email} has an account here, a mail is on its way. Open its link in this browser, or write its code here.`,
  codeLabel: 'Code from the mail',
  codeHint: 'Six digits. Look among the unwanted mail too.',
  codeButton: 'Go on',

  resetMetaTitle: 'Choose a new password · Taimako',
  resetTitle: 'Choose a new password',
  resetLead: 'It replaces the old one at once. Every other device is signed out.',
  password: 'New password',
  confirmPassword: 'New password, once more',
  button: 'Set the new password',
  busy: 'Setting it …',
  cancel: 'Cancel and sign out',

  usedUpTitle: 'This link is used up or too old',
  usedUp:
    'Each link works once, for a short while. The code of the same mail may still work, or you ask for a new mail.',
  otherBrowserTitle: 'Opened in another browser',
  otherBrowser:
    'A link opens only in the browser that asked for it. The code of the same mail works here: please write it below.',
  noneTitle: 'This needs the mail from us',
  none: 'Open the link of the mail, or write its code here. If you have no mail yet, ask for one.',
  askAgain: 'Ask for a new mail',
  addressFirst: 'Please write the address of your account above, then the code once more.',
}
