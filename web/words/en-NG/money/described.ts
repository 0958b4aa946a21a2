/** The payments that are described on /transparency. */
import { ownFileName } from '../../site.ts'
export const described = {
  title: 'Payments, described',
  lead: 'At least ten households share each row, so that no one can be picked out. A row never changes, and each is in the public log: it says how many recipients had confirmed by themselves, without staff, when it was published.',
  caption: 'Payments by month or quarter, kind of aid and amount',
  period: 'When',
  kind: 'For',
  band: 'Amount of each',
  payments: 'Payments',
  households: 'Households',
  confirmed: 'Confirmed',
  none: 'None yet: ten households do not share a description yet.',
  csv: 'Download as CSV',
  json: 'The same as JSON',
  fileName: ownFileName('payments.csv'),
  logTitle: 'Check it without trusting us',
  log: 'Each gift and payment has an entry in a public log. If anyone changes one, even us, people who kept a checkpoint can prove it.',
  logLink: 'The public log',
  failuresTitle: 'What went wrong',
  failures: 'We also show what we lost, what came too late, which payments failed, and how fast each was put right.',
  failuresLink: 'Our failures',
}
