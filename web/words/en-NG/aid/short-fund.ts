/** The words of the dialog about a fund below zero. */
export const shortFund = {
  title: 'This fund is short',
  lead: (payout: string) =>
    `Donors took back more from this fund than it held, so nothing is paid out of it. Payouts from other funds go on. Choose what happens with this payout: ${payout}.`,
  cover: 'The organisation covers it',
  coverText:
    'In Books, one administrator proposes to cover what is missing and a second one confirms. Then release the payout.',
  openBooks: 'Open Books',
  lower: 'Promise less',
  lowerText: 'Cancel this payout, then its award. The fund has promised less from then on.',
  cancelPayment: 'Cancel this payout',
  wait: 'It waits',
  waitText: 'It stays in this list. Release it when gifts have come in, or when the money was won back.',
  letItWait: 'Let it wait',
}
