/**
 * What toasts say: the spec's error catalogue (section 8), readable in one place. Its own words stay exactly as they are
 * there, titles and punctuation included; words.test.ts holds them to it. Screens to come (registration, sign-in, wallet,
 * review) add their toasts here, one object for each screen.
 */
const paymentToasts = {
  startFailed: 'Failed to initiate payment',
  checkoutDidNotOpen: 'The payment window could not be opened. Nothing was charged.',
  canceled: 'Payment canceled',
  verifyFailed: 'Verification failed. Please contact support.',
  verifyTrouble: (message: string) => `Error verifying payment: ${message}`,
  verifyTroubleMore: 'We keep asking. You need not pay again.',
  reversedMore: 'The payment was returned in full to the account it came from.',
}

export const givingToasts = {
  ...paymentToasts,
  canceledMore: 'Payment popup closed. Donation not completed',
  verifyFailedMore: 'Have your receipt code ready. If money left your account, it is not lost.',
  reversed: 'This gift was given back',
}

export const walletToasts = {
  ...paymentToasts,
  initiated: 'Payment Initiated',
  initiatedMore: (reference: string) => `Reference: ${reference}`,
  paid: 'Payment Successful',
  paidMore: (amount: string) => `${amount} has been added to your wallet`,
  canceledMore: 'Payment popup closed. Nothing was charged.',
  verifyFailedMore: 'Have the reference ready. If money left your account, it is not lost.',
  reversed: 'This top-up was given back',
  csvFailed: 'The file could not be made',
}

export const sessionToasts = {
  signedOut: 'Signed out',
  signOutFailed: 'Sign out failed',
  ended: 'Your session has ended',
  endedMore: 'Please sign in again. You then go on where you were.',
}

export const signInToasts = {
  failed: 'Error',
  welcome: 'Welcome back!',
  welcomeMore: 'You have been signed in successfully.',
}

export const registrationToasts = {
  missing: 'Missing required fields',
  missingMore: (labels: readonly string[]) => `Please fill: ${labels.join(', ')}`,
  mismatch: 'Password mismatch',
  mismatchMore: 'Passwords do not match',
  weak: 'Weak password',
  weakMore: 'Password must be at least 6 characters',
  failed: 'Registration failed',
  error: 'Error',
  noUser: 'Failed to create user account',
  phone: 'Invalid phone',
  uploadFailed: 'Upload failed',
  uploadFailedMore: (filename: string) => `Failed to upload ${filename}`,
  profileFailed: 'Profile creation failed',
  submissionFailed: 'Submission failed',
  submissionFailedMore: 'Could not submit application. Try again later.',
  unexpected: 'Unexpected error during submission.',
  complete: 'Registration complete',
  completeMore: 'Your account has been created and application submitted. You can now login to view your status.',
  accountReady: 'Your account is ready',
  accountReadyMore: 'You are signed in.',
}

/** What the request for aid of somebody who is signed in says beside the toasts of the registration. */
export const requestToasts = {
  tooLong: 'That is too long',
  amount: 'Please look at the amount',
  sent: 'Your request is sent',
  sentMore: 'A person reads it. You see on your page how it goes.',
  arrivedBefore: 'Your request had arrived already',
  arrivedBeforeMore: 'It is there as you sent it first. What you changed since then is not in it.',
}

/** What the answer to a request for papers says beside those. */
export const papersToasts = {
  sent: 'Your answer is sent',
  sentMore: 'Our reviewers see it beside your request.',
  over: 'We do not wait for this any more',
  overMore: 'It was answered before, or your request has been decided. What you uploaded is kept.',
  notSent: 'Your answer is not sent yet',
}

export const applicationToasts = {
  fetchFailed: 'Failed to fetch applications',
  notOpened: 'The document could not be opened',
}

/** The administrators' way in, and what they do. */
export const administrationToasts = {
  failed: 'Error',
  granted: 'Admin access granted',
  noAccess: 'This account has no administrator access.',
  csvFailed: 'The file could not be made',

  beneficiariesFailed: 'Failed to load beneficiaries',
  beneficiaryFailed: 'This person could not be loaded',
  approved: 'Beneficiary approved successfully',
  unapproved: 'Beneficiary unapproved successfully',
  approvalFailed: 'Failed to update beneficiary status',

  applicationsFailed: 'Failed to fetch applications',
  statusChanged: 'The request is changed',
  statusNotChanged: 'The request is not changed',
  papersAsked: 'The applicant is asked for papers',
  noteAdded: 'Your note is kept',
  noteNotAdded: 'Your note is not kept yet',
}

export const adminReportToasts = {
  donationsFailed: 'Failed to load donations',
  messagesFailed: 'The messages could not be loaded',
  messageChanged: 'The message is marked',
  messageNotChanged: 'The message is not marked',
  auditFailed: 'The audit could not be loaded',
  booksFailed: 'The books could not be loaded',
  transactionsFailed: 'The transactions could not be loaded',
  overviewFailed: 'The overview could not be loaded',
  proposed: 'Your proposal waits for a second administrator',
  notProposed: 'Nothing was proposed',
  confirmed: 'The decision is booked',
  notConfirmed: 'Nothing was booked',
  withdrawn: 'The proposal is taken back',
  rolesFailed: 'The changes of role could not be loaded',
  roleChanged: 'The role is changed',
  roleNotChanged: 'The role is not changed',
  notWithdrawn: 'The proposal still stands',
}

export const recoveryToasts = {
  failed: 'Error',
  changed: 'Your new password is set',
  changedMore: 'Other devices have been signed out.',
}

export const accountToasts = {
  profileSaved: 'Your profile is saved',
  profileNotSaved: 'Your profile is not saved yet',
  emailNotSent: 'The mail could not be sent',
  emailChanged: 'Your email address is changed',
  emailChangedMore: (address: string) => `From now on you sign in with ${address}.`,
  passwordChanged: 'Your new password is set',
  passwordChangedMore: 'Other devices have been signed out.',
  passwordNotChanged: 'Your password is not changed',
  factorAdded: 'Two-step sign-in is on',
  factorAddedMore: 'From now on we ask for a code when you sign in.',
  factorNotAdded: 'The second step could not be added',
  factorRemoved: 'The second step is removed',
  linkFailed: 'This sign-in could not be linked',
  linkedAlready: 'It is linked to an account already: to this one, or to another one.',
  linkDenied: 'You or the other side stopped it. Nothing was changed.',
  unlinked: 'The sign-in is unlinked',
  linkUnusable: 'This link is used already, or too old',
  linkUnusableMore: 'Please ask for a new one.',
  confirmedOnce: 'That was the first of two',
  confirmedOnceMore: 'Now please confirm in the mail at the other address.',
  sessionEnded: 'That device is signed out',
  sessionNotEnded: 'That session could not be ended',
  signedOutElsewhere: 'All other devices are signed out',
  dataFailed: 'Your data could not be collected',
  closureFailed: 'Your account is not closed',
}
