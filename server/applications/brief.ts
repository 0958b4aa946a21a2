/** A request in brief, as other lists of requests show it. */
import { z } from 'zod'
import { APPLICATION_STATUSES, APPLICATION_TYPES, URGENCIES } from '../../contract/application-fields.ts'

/** The amount is read as text, because a JavaScript number would round large ones. */
export const briefRow = z.object({
  id: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  amount_requested: z.coerce.bigint().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: z.coerce.date(),
})
export type BriefApplication = z.output<typeof briefRow>
