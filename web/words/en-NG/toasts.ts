/**
 * What toasts say: the spec's error catalogue (section 8), readable in one place. Its own words stay exactly as they are
 * there, titles and punctuation included; words.test.ts holds them to it. Screens to come (registration, sign-in, wallet,
 * review) add their toasts here, one object for each screen.
 */
export const givingToasts = {
  startFailed: 'Failed to initiate payment',
  checkoutDidNotOpen: 'The payment window could not be opened. Nothing was charged.',
  canceled: 'Payment canceled',
  canceledMore: 'Payment popup closed. Donation not completed',
  verifyFailed: 'Verification failed. Please contact support.',
  verifyFailedMore: 'Have your receipt code ready. If money left your account, it is not lost.',
  verifyTrouble: (message: string) => `Error verifying payment: ${message}`,
  verifyTroubleMore: 'We keep asking. You need not pay again.',
  reversed: 'This gift was given back',
  reversedMore: 'The payment was returned in full to the account it came from.',
}
