/** The payments that are described on /transparency. */
import { ownFileName } from '../../site.ts'
export const described = {
  title: 'Payments, described',
  lead: 'At least ten households share each row. It never changes, is in the public log, and counts who had confirmed without help from staff when it was published.',
  caption: 'Payments by month or quarter, kind of aid and amount',
  period: 'When',
  kind: 'For',
  band: 'Amount of each',
  payments: 'Payments',
  households: 'Households',
  confirmed: 'Confirmed',
  confirmedByText: 'Confirmed by text',
  none: 'None yet.',
  csv: 'Download as CSV',
  json: 'JSON',
  fileName: ownFileName('payments.csv'),
}
