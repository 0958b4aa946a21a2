/** The replies about the bank, as its parts share them. Amounts in naira. */
import type { CallReply } from '../../api/client.ts'

export type Bank = CallReply<'GET /api/admin/books/bank'>
export type StatementPreview = CallReply<'POST /api/admin/books/bank/preview'>
/** The columns of a CSV file, by the names in its header. */
export type Columns = NonNullable<StatementPreview['columns']>
