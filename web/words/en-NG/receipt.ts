/** The words of a receipt. */
export const receipt = {
  metaTitle: 'Receipt · Taimako',
  title: 'Receipt for your gift',
  fund: 'Fund',
  status: 'Status',
  reference: 'Payment reference',
  started: 'Started',
  paid: 'Paid',
  notPaid: 'Not paid yet',
  statuses: { success: 'Paid', pending: 'Being checked', failed: 'Not paid', reversed: 'Given back' },
  notes: {
    success: 'Thank you. This gift is booked to the fund named above.',
    pending: 'The provider has not confirmed this gift yet. This page looks again by itself.',
    failed: 'This gift was not paid. If money left your account, please contact support: it is not lost.',
    reversed: 'This gift was given back in full to the account it came from.',
  },
  keep: 'The address of this page is the only key to this receipt. Keep it, or print the page.',
  issued: (name: string) => `Issued by ${name}. The donor gave anonymously, so no name stands here.`,
  print: 'Print the receipt',
  donateAgain: 'Make Another Donation',
  loading: 'Opening your receipt …',
  notFoundTitle: 'No receipt at this address',
  notFound:
    'Please check the code: it has 26 letters and digits. Nobody can look up a lost code, but support can help with the payment itself.',
  writeToUs: 'Write to us',
  failedTitle: 'The receipt could not be opened',
  retry: 'Try again',
  needsJavaScript:
    'Opening a receipt needs JavaScript. Your gift is safe either way; support can confirm it by its payment reference:',
}
