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
  statuses: { success: 'Paid', pending: 'Being checked', failed: 'Not paid', reversed: 'Refunded' },
  notes: {
    success: 'Thank you. This gift has been added to the fund named above.',
    pending: 'The payment provider has not confirmed this gift yet. This page updates automatically.',
    failed: 'This gift was not paid. If money left your account, contact support: it is not lost.',
    reversed: 'This gift was refunded in full to the account it came from.',
  },
  keep: 'The address of this page is the only way to open this receipt. Save it, or print the page.',
  issued: (name: string) => `Issued by ${name}. The donor gave anonymously, so no name is shown.`,
  print: 'Print the receipt',
  donateAgain: 'Make Another Donation',
  loading: 'Opening your receipt …',
  notFoundTitle: 'Receipt not found',
  notFound:
    'Check the code: it has 26 letters and digits. We cannot look up a lost code, but support can help with the payment itself.',
  writeToUs: 'Write to us',
  failedTitle: 'The receipt could not be opened',
  retry: 'Try again',
  needsJavaScript:
    'You need JavaScript to open a receipt. Your gift is safe either way. Support can confirm it if you give the payment reference:',
}
