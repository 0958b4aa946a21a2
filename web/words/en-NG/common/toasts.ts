/**
 * The toasts of public screens, one object each. Those of the session, the account and staff are in the files of their domains. Texts from the
 * spec's error catalogue (section 8) stay exactly as they are, including capitals and punctuation; words.test.ts checks them.
 */
const paymentToasts = {
  startFailed: 'Failed to initiate payment',
  checkoutDidNotOpen: 'The payment window did not open. Nothing was charged. Load this page again.',
  canceled: 'Payment canceled',
  verifyFailed: 'Verification failed. Please contact support.',
  verifyTrouble: (message: string) => `Error verifying payment: ${message}`,
  verifyTroubleMore: 'We keep checking. You do not need to pay again.',
  reversedMore: 'It was returned to its account.',
}

export const givingToasts = {
  ...paymentToasts,
  canceledMore: 'Payment popup closed. Donation not completed',
  verifyFailedMore: 'Your receipt code is on this page. If money left your account, it is not lost.',
  reversed: 'This gift was returned',
}

export const walletToasts = {
  ...paymentToasts,
  initiated: 'Payment Initiated',
  initiatedMore: (reference: string) => `Reference: ${reference}`,
  paid: 'Payment Successful',
  paidMore: (amount: string) => `${amount} has been added to your wallet`,
  canceledMore: 'Payment popup closed. Nothing was charged.',
  verifyFailedMore: 'Your statement below has the payment reference. If money left your account, it is not lost.',
  reversed: 'This top-up was returned',
  csvFailed: 'The file could not be created',
  topUpCanceled: 'Top-up canceled',
  topUpCanceledMore: (amount: string) => `If you have already paid ${amount}, it is still added to your wallet.`,
  cancelFailed: 'The top-up could not be canceled',
}

export const signInToasts = {
  failed: 'Error',
  welcome: 'Welcome back!',
  welcomeMore: 'You have been signed in successfully.',
}

export const registrationToasts = {
  missing: 'Missing required fields',
  missingMore: (labels: string) => `Please fill: ${labels}`,
  mismatch: 'Password mismatch',
  mismatchMore: 'Passwords do not match',
  weak: 'Weak password',
  weakMore: 'Password must be at least 6 characters',
  failed: 'Registration failed',
  orReset:
    'If you already have an account, enter its password. To choose a new one, open Sign In and follow “Forgot your password?”.',
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

/** A signed-in user's aid request, in addition to the registration's toasts. */
export const requestToasts = {
  tooLong: 'Your text is too long',
  amount: 'Check the amount',
  sent: 'Request sent',
  sentMore: 'A person will read it. You can follow its progress on your page.',
  sentForOther: 'A person will read it. Give them the number.',
  arrivedBefore: 'We already have your request',
  arrivedBeforeMore: 'We received the version you sent first. Changes you made after that are not in it.',
}

/** The answer to a request for papers, in addition to those. */
export const papersToasts = {
  sent: 'Answer sent',
  sentMore: 'Our reviewers see it with your request.',
  added: 'Papers added',
  addedMore: 'Our reviewers see them with your request.',
  over: 'This is no longer needed',
  overMore: 'It has been answered, or your request has been decided. Your uploads are saved.',
  notSent: 'Your answer has not been sent yet',
}

export const recoveryToasts = {
  failed: 'Error',
  changed: 'Password changed',
  changedMore: 'Your other devices have been signed out.',
}
