/** The words of giving. Those of the spec's screens stay exactly as they are there; what a toast says is in toasts.ts. */
export const giving = {
  metaTitle: 'Donate · Taimako',
  metaDescription:
    'Give to school fees, medical aid, food, shelter or emergency relief in Nigeria, from ₦1, without an account. You keep a receipt code.',
  title: 'Make a Difference Today',
  lead: 'Choose what your gift is for and how much. No account, no name: you keep a receipt code, and every naira is booked to the fund you chose.',

  formTitle: 'Your gift',
  fund: 'What is it for?',
  quickAmounts: 'Choose an amount',
  amount: 'Or another amount',
  amountHint: 'In naira, from ₦1 to ₦10,000,000',
  amountNotANumber: 'Write the amount in digits, such as 2500 or 2500.50.',
  amountTooSmall: 'The smallest gift is ₦1.',
  amountTooLarge: 'The largest single gift is ₦10,000,000.',
  message: 'Message',
  optional: 'optional',
  messageHint: 'A few words for the people who run the fund. Please leave out names and numbers.',
  charactersLeft: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
  anonymous: 'Give anonymously',
  anonymousHint: 'Always on. We never ask who you are, and the payment provider gets a made-up address.',
  pay: (amount: string) => `Donate ${amount} Anonymously`,
  processing: 'Processing...',
  secure: 'You pay with Paystack, by card, transfer or USSD. We never see your card.',
  fromWallet: 'It is taken from your wallet at once.',

  checkingTitle: 'We are checking your payment',
  checking: (amount: string) =>
    `Your bank or the provider has not told us yet. If ${amount} left your account, the gift is safe: it is booked as soon as the news arrives, even when you close this page. You need not pay again.`,
  receiptCode: 'Receipt code',
  openReceipt: 'Open the receipt',

  thanksTitle: 'Thank You for Your Donation!',
  thanks: (amount: string, fund: string) => `${amount} is booked to ${fund}.`,
  keepCode: 'Keep this receipt code. It is the only key to your receipt, and nobody can look it up for you.',
  copy: 'Copy code',
  copied: 'Copied',
  another: 'Make Another Donation',
  home: 'Return to Home',

  impactTitle: 'Your Impact',
  impactFund: (fund: string) => `${fund}, received so far`,
  impactGifts: 'gifts',
  impactTotal: 'given',
  storiesTitle: 'Impact Stories',

  noScriptTitle: 'This form needs JavaScript',
  noScript: 'You can still give. Write to us or call, and we will tell you how to send your gift by bank transfer:',
}
