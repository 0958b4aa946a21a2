/** Merged profiles on the Beneficiaries page. */
export const merges = {
  title: 'Merged profiles',
  hint: 'Profiles of one person who was entered twice. A reviewer proposes a merge and an administrator confirms it. It can be undone for 30 days.',
  notLoaded: 'Failed to load the merged profiles',
  done: (count: number) => (count === 1 ? '1 merge can be undone' : `${count} merges can be undone`),
  ends: 'Ends:',
  stays: 'Stays:',
  noRequests: 'No requests',
  into: (ended: string, kept: string) => `${ended} into ${kept}`,
  proposedBy: (name: string, moment: string) => `Proposed by ${name} on ${moment}`,
  mergedBy: (name: string, moment: string, requests: number) =>
    `Merged by ${name} on ${moment}: ${requests === 1 ? '1 request' : `${requests} requests`} moved`,
  undoUntil: (moment: string) => `Can be undone until ${moment}`,
  confirmOn: (name: string) => `Confirm the merge of ${name}`,
  withdrawOn: (name: string) => `Withdraw the merge of ${name}`,
  confirmTitle: 'Confirm this merge',
  confirmLead: (ended: string, kept: string) =>
    `All requests of ${ended} become those of ${kept}. The other profile ends and is in no list any more.`,
  merged: 'Profiles merged',
  notMerged: 'The profiles were not merged',
  undo: 'Undo the merge',
  undoOn: (name: string) => `Undo the merge of ${name}`,
  undone: 'Merge undone',
  notUndone: 'The merge was not undone',
}
