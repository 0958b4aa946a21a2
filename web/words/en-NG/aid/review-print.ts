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

const cases = (count: number) => (count === 1 ? '1 case' : `${count.toLocaleString('en-NG')} cases`)

/** The print of several cases. */
export const printingCases = {
  title: (count: number) => `Print ${cases(count)}`,
  lead: 'A sheet about each request, without its papers and without private notes. Each print is on record.',
  tooMany: (max: number) => `Choose at most ${max} requests to print.`,
  print: 'Print',
  preparing: (done: number, count: number) => `Preparing … ${done} of ${count}`,
  cancel: 'Cancel',
  failed: 'The cases could not be printed',
} as const
