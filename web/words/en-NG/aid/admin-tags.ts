/** The words of tags. */
export const tags = {
  title: (caseNumber: string) => `Tags of ${caseNumber}`,
  staffOnly: 'Staff only: the applicant never sees tags.',
  none: 'This request has no tags.',
  name: 'Tag',
  nameHint: 'A short label, such as home visit. Choose one that is there, or type a new one.',
  nameMissing: 'Enter a tag.',
  add: 'Add tag',
  remove: 'Remove tag',
  removeNamed: (tag: string) => `Remove tag: ${tag}`,
  changed: 'Tags changed',
  notChanged: 'Failed to change the tags',
  close: 'Close',
}
