/** Proposing in a review that two profiles of one person become one. */
export const mergeProposal = {
  propose: 'Merge the profiles',
  proposeOf: (name: string) => `Merge the profile of ${name} into this one`,
  proposeTitle: (name: string) => `Merge the profile of ${name} into this one?`,
  proposeLead:
    'All their requests and papers become those of the profile that you are looking at, with its phone number and address. The other profile ends. An administrator must confirm it, and it can be undone for 30 days.',
  reasonHint: 'How you know that they are one person. Staff can read it, and it stays on record.',
  waits: 'Proposed. An administrator confirms it on the Beneficiaries page.',
}
