/** The words for withdrawing a request. */
export const withdrawal = {
  open: 'Withdraw this request',
  title: (caseNumber: string) => `Withdraw request ${caseNumber}?`,
  lead: 'We then delete what you wrote, the papers that you sent for it, and the bank account that you named. This cannot be undone.',
  kept: 'Its number, kind, amount and dates stay, without your name. You can send a new request at any time.',
  withdraw: 'Withdraw it',
  withdrawing: 'Withdrawing …',
  back: 'Keep my request',
  failed: 'The request was not withdrawn.',
  doneTitle: (caseNumber: string) => `You withdrew request ${caseNumber}`,
  done: 'What you wrote and the papers are deleted. You can send a new request at any time.',
}
