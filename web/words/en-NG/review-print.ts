/** The print of a case. */
export const printing = {
  title: (caseNumber: string) => `Print ${caseNumber}`,
  lead: 'The print is on record, and so is each paper in it.',
  papers: 'Papers to print with it',
  all: 'All papers',
  onlySaved: 'Cannot be printed here. Save it, and print it from its own program.',
  notes: 'Private notes of the staff',
  notesHint: 'Keep a print with notes away from the applicant.',
  print: 'Print',
  preparing: 'Preparing …',
  faults: {
    locked: 'It needs a password. Save it, and print it from its own program.',
    broken: 'It cannot be read. Print without it, or ask the applicant for it again.',
  },
  pageOf: (name: string, page: number, pages: number) => (pages === 1 ? name : `${name} · page ${page} of ${pages}`),
  left: (name: string, printed: number, pages: number) =>
    `Of ${name}, ${printed} of ${pages} pages are printed here. Save it to print the others.`,
} as const
