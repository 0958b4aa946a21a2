/** The replies about the bank, as its parts share them. Amounts in naira. */
import type { DateOrder } from '../../../contract/money/bank-fields.ts'
import type { CallReply } from '../../api/client.ts'

export type Bank = CallReply<'GET /api/admin/books/bank'>
export type StatementPreview = CallReply<'POST /api/admin/books/bank/preview'>
/** The columns of a CSV file, by the names in its header. */
export type Columns = NonNullable<StatementPreview['columns']>

/** Facts about a file before its preview, which is asked for again with more of them. */
export interface HowToRead {
  columns?: Columns
  date_order?: DateOrder
  leave_out?: boolean
}
