/** How long personal data is kept: the environment variables, and the settings that server/platform/env/env.ts reads from them. */
import { z } from 'zod'
import { APPEAL_DAYS } from '../../../contract/aid/application-fields.ts'

/** Up to a century: longer is a typing error. */
const days = z.coerce.number('must be a number of days').int().min(1).max(36_500)

export const retentionVariables = {
  RETENTION_DRAFT_HOURS: z.coerce.number('must be a number of hours').int().min(1).max(8760).default(24),
  RETENTION_REFUSED_DAYS: days
    .min(APPEAL_DAYS, `must be at least the ${APPEAL_DAYS} days of an appeal`)
    .default(2 * 365),
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

type RetentionVariable = keyof typeof retentionVariables

/** The periods in words, by the names of their variables: `2 years`, `100 days`, `24 hours`. */
export function describePeriods(settings: RetentionSettings): Readonly<Record<RetentionVariable, string>> {
  return {
    RETENTION_DRAFT_HOURS: count(settings.draftHours, 'hour'),
    RETENTION_REFUSED_DAYS: describeDays(settings.refusedDays),
    RETENTION_APPROVED_DAYS: describeDays(settings.approvedDays),
    RETENTION_MESSAGES_DAYS: describeDays(settings.messagesDays),
  }
}

function describeDays(number: number): string {
  return number % 365 === 0 ? count(number / 365, 'year') : count(number, 'day')
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** The periods that docs/security.md and the privacy notice of a fresh copy state. */
export const DEFAULT_PERIODS = describePeriods(retentionSettings(z.object(retentionVariables).parse({})))
