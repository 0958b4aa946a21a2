/** The words of signing in and registering. Toasts are in toasts.ts; some are the spec's. */
import { site } from '../../site.ts'
export const signIn = {
  metaDescription: `Sign in to your ${site.name} account: your requests for aid, your wallet and your profile.`,
  title: 'Sign in',
  lead: 'For your requests, your wallet and your profile.',
  languages: 'Language',
  tabs: 'Your account',
  tab: 'Sign In',
  registerTab: 'Register',

  email: 'Email',
  password: 'Password',
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a full email address, such as amina@example.com.',
  passwordMissing: 'Enter your password.',
  button: 'Sign In',
  busy: 'Signing in …',
  forgot: 'Forgot your password?',
  failedTitle: 'You are not signed in',
  mismatch: 'The email address and the password do not match. Check both, or reset your password.',
  mismatchNew:
    'Have you just confirmed your address? If someone signed up with it before you, choose a new password: the first one does not count.',
  recover: 'Email me a link to a new password',
  or: 'or',
  byPhone: 'Sign in with your telephone number',
  continueWith: (provider: string) => `Continue with ${provider}`,

  signedIn: 'You are signed in. One moment …',
  unfinishedTitle: 'Your registration is not finished',
  unfinished: 'You can continue where you stopped.',
  continue: 'Continue registration',
  cancelSecondStep: 'Cancel and sign out',
}

export const registration = {
  metaDescription: `Give without an account, ask for aid, or create an account on ${site.name}. Asking is free, and a person reads every request.`,
  title: 'Get started',
  lead: 'What would you like to do?',
  choices: {
    give: {
      title: 'Donate',
      text: 'From ₦1. You need no account.',
    },
    aid: {
      title: 'Ask for aid',
      text: 'Your request and your account in one form. Asking is free.',
    },
    account: {
      title: 'Create an account',
      text: 'For a wallet: top up once, then give whenever you like.',
    },
  },
  otherChoice: 'Choose something else',

  accountLead: 'All five fields are required.',
  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    password: 'Password',
    confirm_password: 'Confirm password',
  },
  missing: {
    first_name: 'Enter your first name.',
    last_name: 'Enter your last name.',
    email: 'Enter your email address.',
    password: 'Enter a password.',
    confirm_password: 'Enter the password again.',
  },
  differs: 'The passwords do not match.',
  short: 'Use at least 6 characters.',
  button: 'Create my account',
  busy: 'Creating your account …',

  offTitle: 'This site does not accept new accounts',
  off: 'The people who run this site create the accounts. If you need one, write to us. You can give without one.',

  mailAgain: 'Send the email again',

  talk: 'Rather talk to us?',
}

export const askingForAid = {
  metaDescription: `Ask for aid on ${site.name}. Asking is free, and a person reads every request.`,
  title: 'Ask for aid',
  lead: 'Your request and your account in one form.',
}

export const justAnAccount = {
  metaDescription: `Create an account on ${site.name} for a wallet or a request. You can give without one.`,
  title: 'Create an account',
  lead: 'For a wallet, or to ask for aid later.',
}
