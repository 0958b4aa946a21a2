/** How long personal data is kept: the environment variables, and the settings that server/env.ts reads from them. */
import { z } from 'zod'

/** Up to a century: longer is a typing error. */
const days = z.coerce.number('must be a number of days').int().min(1).max(36_500)

export const retentionVariables = {
  RETENTION_DRAFT_HOURS: z.coerce.number('must be a number of hours').int().min(1).max(8760).default(24),
  RETENTION_REFUSED_DAYS: days.default(2 * 365),
  RETENTION_APPROVED_DAYS: days.default(7 * 365),
  RETENTION_MESSAGES_DAYS: days.default(365),
} as const

export interface RetentionSettings {
  /** For documents that were uploaded and never sent with a request. */
  readonly draftHours: number
  /** After the decision. */
  readonly refusedDays: number
  /** After the decision. */
  readonly approvedDays: number
  readonly messagesDays: number
}

export function retentionSettings(values: z.output<z.ZodObject<typeof retentionVariables>>): RetentionSettings {
  return {
    draftHours: values.RETENTION_DRAFT_HOURS,
    refusedDays: values.RETENTION_REFUSED_DAYS,
    approvedDays: values.RETENTION_APPROVED_DAYS,
    messagesDays: values.RETENTION_MESSAGES_DAYS,
  }
}
