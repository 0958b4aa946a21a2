/** A request in brief, as other lists of requests show it. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { URGENCIES } from '../../../contract/aid/application-fields.ts'
import { APPLICATION_STATUSES } from '../../../contract/aid/handling-fields.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { caseNumber } from '../requests/case-number.ts'
import { NOT_WITHDRAWN } from './queue/views.ts'

/** Columns of `aid_applications` that `briefRow` needs. */
export const BRIEF_COLUMNS = sql.raw(
  'id::text, number::text, application_type, amount_requested::text, urgency, status, created_at',
)

/** The amount is read as text, because a JavaScript number would round large ones. */
export const briefRow = z.object({
  id: z.string(),
  number: z.coerce.bigint(),
  application_type: z.string(),
  amount_requested: z.coerce.bigint().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: z.coerce.date(),
})
export type BriefApplication = ReturnType<typeof briefOf>

export function briefOf({
  id,
  number,
  application_type,
  amount_requested,
  urgency,
  status,
  created_at,
}: z.output<typeof briefRow>) {
  return { id, case_number: caseNumber(number), application_type, amount_requested, urgency, status, created_at }
}

/** The requests of a person that fulfil a condition, without withdrawn ones, newest first, at most 50. */
export async function readRequestsOf(tx: Tx, userId: string, condition: SQL = sql`true`): Promise<BriefApplication[]> {
  const found = await rows(
    tx,
    sql`select ${BRIEF_COLUMNS} from aid_applications as applications
         where user_id = ${userId}::uuid and ${NOT_WITHDRAWN} and ${condition}
         order by created_at desc, id desc limit 50`,
    briefRow,
  )
  return found.map(briefOf)
}
