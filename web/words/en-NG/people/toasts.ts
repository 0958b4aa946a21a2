/**
 * The toasts of signing in, registering and a new password. Texts from the spec's error catalogue (section 8) stay
 * exactly as they are, including capitals and punctuation; words.test.ts checks them.
 */
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

export const recoveryToasts = {
  failed: 'Error',
  changed: 'Password changed',
  changedMore: 'Your other devices have been signed out.',
}
