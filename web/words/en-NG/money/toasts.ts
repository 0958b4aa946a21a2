/**
 * The toasts of payments: of gifts, and of the wallet. Texts from the spec's error catalogue (section 8) stay
 * exactly as they are, including capitals and punctuation; words.test.ts checks them.
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
