/** The words of the donate page. The spec's texts stay exactly as they are. Toasts are in toasts.ts. */
export const giving = {
  metaTitle: 'Donate · Taimako',
  metaDescription:
    'Give to school fees, medical aid, food, shelter or emergency relief in Nigeria, from ₦1, without an account. Every gift has a receipt.',
  title: 'Make a Difference Today',
  lead: 'Choose a fund and an amount. You need no account or name. Keep your receipt code: it shows that your gift reached the fund you chose.',

  formTitle: 'Your gift',
  fund: 'Choose a fund',
  quickAmounts: 'Choose an amount',
  amount: 'Or another amount',
  amountHint: 'In naira, from ₦1 to ₦10,000,000',
  amountNotANumber: 'Enter the amount in digits, such as 2500 or 2500.50.',
  amountTooSmall: 'The smallest gift is ₦1.',
  amountTooLarge: 'The largest single gift is ₦10,000,000.',
  message: 'Message',
  optional: 'optional',
  messageHint: 'A few words for the people who run the fund. Leave out names and phone numbers.',
  charactersLeft: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
  anonymous: 'Give anonymously',
  anonymousHint: 'Always on. We never ask who you are, and we give the payment provider a placeholder email address.',
  pay: (amount: string) => `Donate ${amount} Anonymously`,
  processing: 'Processing...',
  secure: 'You pay with Paystack, by card, bank transfer or USSD. We never see your card details.',
  fromWallet: 'We take it from your wallet balance straight away.',

  checkingTitle: 'We are checking your payment',
  checking: (amount: string) =>
    `Your bank or the payment provider has not confirmed it yet. If ${amount} left your account, your gift is safe: it is added to the fund as soon as it is confirmed, even if you close this page. You do not need to pay again.`,
  receiptCode: 'Receipt code',
  openReceipt: 'Open the receipt',

  thanksTitle: 'Thank You for Your Donation!',
  thanks: (amount: string, fund: string) => `${amount} has been added to ${fund}.`,
  keepCode: 'Keep this receipt code. It is the only way to open your receipt, and we cannot look it up for you.',
  copy: 'Copy code',
  copied: 'Copied',
  another: 'Make Another Donation',
  home: 'Return to Home',

  impactTitle: 'Your Impact',
  impactFund: (fund: string) => `${fund}: received so far`,
  impactGifts: 'gifts',
  impactTotal: 'given',
  storiesTitle: 'Impact Stories',

  // The form without the page's script
  payWithoutScript: 'Donate Anonymously',
  startedMetaTitle: 'Your gift · Taimako',
  startedTitle: 'Your gift is ready to pay',
  started: (amount: string, fund: string) => `${amount} to ${fund}. Note your receipt code, then continue to payment.`,
  continueToPayment: 'Continue to payment',
  notStartedTitle: 'Your gift was not started',
  notCharged: 'Nothing was charged',
  backToForm: 'Back to the form',
}
