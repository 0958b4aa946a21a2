/** Words about recovery codes: on the account page, and where one is used in place of the second step. */
export const recoveryCodes = {
  title: 'Recovery codes',
  lead: 'If you lose your phone, each of these codes signs you in once in place of your second step.',
  loading: 'Counting your codes …',
  left: (left: number) => {
    if (left === 0) return 'You have no recovery codes.'
    return left === 1 ? 'You have 1 unused code.' : `You have ${left} unused codes.`
  },
  make: 'Make ten codes',
  makeNew: 'Make ten new codes',
  makeNewNote: 'Your earlier codes will stop working.',
  making: 'One moment …',
  shown: 'Your ten recovery codes',
  shownNote: 'We show them only once. Keep them where no one else reads them, and not only on your phone.',
  copy: 'Copy the codes',
  copied: 'Copied',
  copyFailed: 'Copying did not work. Select the codes and copy them yourself.',
  save: 'Save as a text file',
  done: 'I have saved them',
  fileIntro: (site: string) => `Recovery codes for ${site}. Each works once, in place of your second step.`,

  label: 'Recovery code',
  hint: 'One of the ten codes you saved. Each works once.',
  missing: 'Enter a recovery code.',
  wrong: 'That code is not right, or it was used before.',
  confirm: 'Confirm',
  checking: 'Checking …',
}
