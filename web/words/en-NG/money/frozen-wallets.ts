/** Frozen wallets in the Books: what is lost, and the decisions of two administrators. */
export const frozenWallets = {
  title: 'Frozen wallets',
  none: 'No wallet is frozen.',
  kind: 'Frozen wallet',
  todo: 'Settle the loss, or thaw it',
  hint: 'A top-up was taken back, and the wallet no longer held all of it. One administrator proposes what to do. A second administrator confirms it.',
  since: 'Frozen since',
  lost: 'Not recovered',
  covered: 'Covered by us',
  held: 'Balance',
  wallet: 'Wallet',
  actions: { cover: 'We cover it', repaid: 'Paid back', thaw: 'Thaw' },
  actionOn: {
    cover: (name: string) => `We cover it: the loss of ${name}`,
    repaid: (name: string) => `Paid back: the loss of ${name}`,
    thaw: (name: string) => `Thaw the wallet of ${name}`,
  },
  dialogs: {
    cover: {
      title: 'Cover this loss',
      lead: 'First pay the amount into the bank account from the organisation’s own money. This records it. The wallet stays frozen until two administrators thaw it.',
    },
    repaid: {
      title: 'Record a repayment',
      lead: 'The owner has paid the whole amount into the bank account. This records it, and the wallet can be used again.',
    },
    thaw: {
      title: 'Thaw this wallet',
      lead: 'Its owner can top it up and give from it again.',
    },
  },
  reasonHint:
    'Say how you know, and where the payment can be found. Administrators can read it, and it stays on record.',
}
