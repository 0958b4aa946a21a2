/** The words of the account page. */
export const account = {
  title: 'Your account',
  lead: 'Your details, how you sign in, and your data.',
  requests: 'Your requests for aid',
  tabs: 'Account sections',

  cancel: 'Cancel',
  writeTo: (address: string) => `Or write to ${address}.`,
  saving: 'Saving …',

  sections: {
    profile: {
      tab: 'Profile',
      title: 'Profile',
      lead: 'Who you are and how we reach you. Only the reviewers of aid requests can see it.',
    },
    password: {
      tab: 'Password',
      title: 'Password',
      lead: 'It takes effect immediately. Your other devices are signed out.',
    },
    'two-step': {
      tab: 'Two-step sign-in',
      title: 'Two-step sign-in',
      lead: 'A code from your phone, as well as your password. A stolen password is then not enough to sign in.',
    },
    linked: {
      tab: 'Linked sign-ins',
      title: 'Linked sign-ins',
      lead: 'The ways you can sign in. With two, you can still sign in if you lose one.',
    },
    sessions: {
      tab: 'Sessions',
      title: 'Sessions',
      lead: 'Where you are signed in now. Sign out devices you do not recognise, then change your password if you have one.',
    },
    openings: {
      tab: 'Who looked',
      title: 'Who looked at my file',
      lead: 'Each time one of our reviewers opened your profile, a request or a document. You do not see names, but we have them.',
    },
    data: {
      tab: 'Your data',
      title: 'Your data',
      lead: 'Download a copy of your data, or close your account.',
    },
  },

  // Profile
  detailsTitle: 'About you',
  labels: {
    full_name: 'Full name',
    phone: 'Phone',
    address: 'Address',
    bio: 'About yourself',
    birth_year: 'Year you were born',
  },
  hints: {
    phone: 'With your country code if it is not Nigeria, such as +229 …',
    birthYear:
      'Such as 1985. If your telephone number was silent for long, your name and this year show that it is still yours.',
    bio: 'A few sentences, if you like: your family, your work, your plans.',
  },
  saveProfile: 'Save profile',

  stepTextsTitle: 'Texts about your requests',
  stepTexts: (ending: string) => `Text each step to the number ending in ${ending}, too`,
  stepTextsHint: 'By day, in plain words: no kind of aid and no amount. Emails come as before.',
  stepTextsAlways: (ending: string) =>
    `We text each step to the number ending in ${ending}, as you have no confirmed email address here.`,

  languageTitle: 'Language',
  language: 'Language of our texts and emails about your requests',
  languageHint: 'What is not translated comes in English.',
  english: 'English',
  languageOfRequest: 'That of each request',

  emailTitle: 'Email address',
  emailNow: 'You sign in with',
  noEmail: 'You have no email address here. Add one, so that we can reach you if you lose your telephone number.',
  addEmail: 'Add an email address',
  changeEmail: 'Change email address',
  newEmail: 'New email address',
  newEmailHint: 'We send a code to it. Your current address stays until you enter the code here.',
  emailIncomplete: 'Enter a full email address, such as amina@example.com.',
  emailSame: 'This is already your address.',
  emailTaken: 'Another account uses this address.',
  sendEmailCode: 'Send code',
  sending: 'Sending …',
  emailPending: (address: string) => `Waiting for you to confirm ${address}`,
  emailPendingMore:
    'We have sent a code and a link to it. Enter the code here, or open the link in this browser. If your current address also gets a code, enter both.',
  emailCode: 'Code from the email',
  confirmEmail: 'Confirm email address',
  emailResend: 'Send the email again',
  otherEmail: 'Use another address',
  halfConfirmed: (address: string) => `That was the first of two codes. Now enter the code we sent to ${address}.`,

  // Password
  passwordTitle: 'Choose a new password',
  newPassword: 'New password',
  repeatPassword: 'Confirm new password',
  passwordSame: 'This is already your password. Choose a different one.',
  setPassword: 'Set new password',
  forcedTitle: 'Choose your own password',
  forced: 'Your account has no password of your own. Choose one to continue.',

  // Two-step sign-in
  factorsTitle: 'Your second steps',
  noFactor: 'No second step yet',
  noFactorMore: 'Your account is protected by one step alone. An authenticator app takes two minutes to set up.',
  kinds: { totp: 'Authenticator app', phone: 'Text message', other: 'Second step' },
  addedOn: (kind: string, day: string) => `${kind} · added on ${day}`,
  oneFactorTitle: 'Add a second one in case you lose your phone',
  oneFactor:
    'If you lose your only second step and have no recovery code, we must check by hand who you are before you can sign in. An app on another device, or the phone number of a relative, is enough.',
  addApp: 'Add an authenticator app',
  addPhone: 'Add a phone',
  factorName: 'Name',
  appNameHint: 'So that you recognise it later, such as “My phone”.',
  phoneNameHint: 'So that you recognise it later, such as “My MTN number”.',
  appNameGiven: 'My authenticator app',
  phoneNameGiven: 'My phone number',
  nameMissing: 'Enter a name.',
  nameTaken: 'You already use this name. Choose a different one.',
  continue: 'Continue',
  proveTitle: 'Confirm your email address first',
  proveWhy:
    'Anyone could have registered this address, so the first time it is confirmed, all second steps are removed. Confirm it now, and the step you add will stay.',
  proveLead: (address: string) => `We will email a code to ${address}. Your other devices will be signed out.`,
  proveSent: (address: string) => `We have emailed a code to ${address}. Your other devices will be signed out.`,
  proveHint: 'Six digits. Check your spam folder too.',
  proveLater: 'Continue without confirming',
  preparing: 'One moment …',
  scanTitle: 'Scan this with your app',
  scan: 'Open your authenticator app (such as Google Authenticator or Aegis), add an account, and scan this code.',
  qrName: 'QR code for your authenticator app. The key below contains the same.',
  secretLabel: 'No camera? Enter this key instead',
  secretNote: 'We show it only once. Keep it private: it can create your codes.',
  copy: 'Copy key',
  copied: 'Copied',
  copyFailed: 'Copying did not work. Select the key and copy it yourself.',
  appCode: 'Code from the app',
  appCodeHint: 'Six digits. They confirm that the app is set up.',
  turnOn: 'Turn on',
  factorPhone: 'Phone number',
  factorPhoneHint: 'We send a code to it now, and each time you sign in.',
  phoneTaken: 'You already use this number as a second step.',
  sendPhoneCode: 'Send me a code',
  phoneCodeTitle: 'Check your text messages',
  phoneCode: 'Code from the text message',
  phoneCodeHint: (phone: string) => `Six digits, sent to ${phone}. It may take a minute to arrive.`,
  phoneResend: 'Send the code again',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeLast: 'Your account will be protected by one step alone.',
  removeOther: 'Your other second step stays. Confirm with a code from it, so that we know you still have it.',
  removing: 'Removing …',
  keep: 'Keep it',

  // Linked sign-ins
  linkedTitle: 'Sign-in methods',
  providers: { email: 'Email and password', phone: 'Telephone number' },
  linkedSince: (day: string) => `since ${day}`,
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  lastIdentity: 'This is your only sign-in method, so you cannot remove it.',
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkLead: (name: string) =>
    `You will no longer be able to sign in with ${name}, and other devices are signed out. Your account and its data stay.`,
  unlinking: 'Unlinking …',
  link: (name: string) => `Link ${name}`,
  linking: 'One moment …',
  noProviders: 'You sign in with an email address and a password. There are no other sign-in methods on this site.',
  linkingOff: 'You cannot link new sign-ins on this site. Those already linked still work.',

  // Sessions
  sessionsTitle: 'Where you are signed in',
  unknownDevice: 'Unknown device',
  someBrowser: 'A browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  thisDevice: 'This device',
  signedInOn: (moment: string) => `Signed in on ${moment}`,
  lastSeenOn: (moment: string) => `Last seen on ${moment}`,
  network: (address: string) => `Network address ${address}`,
  end: 'Sign out',
  endNamed: (device: string, moment: string) => `Sign out ${device}, signed in on ${moment}`,
  ending: 'Signing out …',
  signInsTitle: 'Sign-ins of the last 90 days',
  signInsLead: 'Is one of them not yours? Sign out every other device above, and change your password if you have one.',
  signInMethods: {
    password: 'with the password',
    otp: 'with an emailed link or code',
    oauth: 'with a linked sign-in',
    totp: 'with an authenticator app',
    'mfa/phone': 'with a text message',
    'mfa/recovery_code': 'with a recovery code',
    'email/signup': 'with an emailed link or code',
    recovery: 'with an emailed link or code',
    email_change: 'with an emailed link or code',
  },
  allSignIns: (count: number) => `Show all ${count}`,
  signOutTitle: 'Sign out',
  signOutHere: 'Sign out here',
  signOutHereMore: 'Only this device.',
  signOutElsewhere: 'Sign out elsewhere',
  signOutElsewhereMore: 'All devices except this one.',
  signOutEverywhere: 'Sign out everywhere',
  signOutEverywhereMore: 'All devices, including this one.',
  signingOut: 'Signing out …',

  // Your data
  downloadTitle: 'Download my data',
  downloadLead: 'One file with everything we keep about you, in JSON format. You can open it in any text editor.',
  download: 'Download my data',
  downloading: 'Preparing …',
  closeTitle: 'Close my account',
  closeLead: 'You cannot open it again. You can create a new account with the same address.',
  closeAccount: 'Close my account',
  closeDialogTitle: 'Close this account?',
  erasedTitle: 'What we delete',
  erased: [
    'your profile, your email address and your password',
    'what you and we wrote in your requests, also in decided ones, with their documents and messages',
    'the bank accounts you named, and how you wanted to receive aid',
    'your second steps, linked sign-ins and sessions on all devices',
  ],
  staysTitle: 'What we keep',
  stays: [
    'payment records, because the books must stay complete. Your name is no longer in them.',
    'of each request its case number, type, amount, urgency, status and dates. They do not say whose it was.',
  ],
  closePassword: 'Your password',
  closePasswordMissing: 'Enter your password.',
  closePasswordWrong: 'That is not the password for this account.',
  closeSure: 'I understand that this cannot be undone',
  closeSureMissing: 'Tick the box to confirm.',
  closeForGood: 'Close my account permanently',
  closing: 'Closing …',
  closedTitle: 'Your account is closed',
  closed: 'We have deleted your personal data and signed you out on all devices. Thank you for using this site.',
  home: 'Go to the home page',
}

/** Requests and papers that closing the account ends. */
export const closing = {
  notLoaded: 'Your requests and papers could not be loaded',
  cancelled: 'What we granted you and have not paid out yet is cancelled.',
  withdrawn: (count: number) =>
    count === 0
      ? 'You have no open requests'
      : count === 1
        ? 'We withdraw 1 request. No one will decide about it.'
        : `We withdraw ${count} requests. No one will decide about them.`,
  request: (type: string, day: string) => `${type}, sent on ${day}`,
  papers: (count: number) =>
    count === 0 ? 'You have no papers with us' : count === 1 ? 'We delete 1 paper' : `We delete ${count} papers`,
  morePapers: (count: number) => `and ${count} more`,
}

/** Openings of the user's file by administrators. */
export const openings = {
  listTitle: 'Opened by us',
  none: 'No one has opened your file yet.',
  opened: {
    profile: () => 'Your profile',
    request: (type: string | null) => (type === null ? 'Your request' : `Your request: ${type}`),
    prepared: (type: string | null) =>
      type === null ? 'Your request, loaded to be opened next' : `Your request: ${type}, loaded to be opened next`,
    printed: (type: string | null) => (type === null ? 'Your request, on paper' : `Your request: ${type}, on paper`),
    document: (name: string | null) => (name === null ? 'A document that was deleted since' : `Your document ${name}`),
    prepared_document: (name: string | null) =>
      name === null
        ? 'A document that was deleted since, loaded to be opened next'
        : `Your document ${name}, loaded to be opened next`,
  },
  message: 'A message with you',
  roles: { beneficiary: 'A former administrator', admin: 'An administrator' },
  by: (role: string, moment: string) => `${role}, on ${moment}`,
  lists: 'Lists show reviewers your name, and your contact details only in part. We record those too, but not here.',
  earlier: 'Show earlier',
  loading: 'Loading …',
  complaintTitle: 'Something is not right?',
  complaintLead:
    'Tell us if someone opened your file who should not have. Our records have the name, and we answer you.',
  complain: 'Write a complaint',
  complaintSubject: 'Complaint: someone looked at my file',
  complaintBody: (email: string) =>
    `My account: ${email}\n\nWhen it was opened (day and time from the list):\n\nWhat I think is not right:\n\n`,
}
