/** The payments that are described on /transparency. */
export const described = {
  title: 'Payments, described',
  lead: 'At least ten households share each row, so that no one can be picked out. A row never changes, and each is in the public log.',
  caption: 'Payments by month or quarter, kind of aid and amount',
  period: 'When',
  kind: 'For',
  band: 'Amount of each',
  payments: 'Payments',
  households: 'Households',
  confirmed: 'Confirmed',
  none: 'None yet: ten households do not share a description yet.',
  total: (confirmed: string, payments: string) =>
    `Of ${payments} payments described here, the recipients had confirmed ${confirmed} when the row was published.`,
  csv: 'Download as CSV',
  json: 'The same as JSON',
  fileName: 'taimako-payments.csv',
  logTitle: 'Check it without trusting us',
  log: 'Each gift and payment has an entry in a public log. If anyone changes one, even us, people who kept a checkpoint can prove it.',
  logLink: 'The public log',
  failuresTitle: 'What went wrong',
  failures: 'We also show what we lost, what came too late, which payments failed, and how fast each was put right.',
  failuresLink: 'Our failures',
}
