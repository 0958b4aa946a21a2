/** Limits and waiting times of paying out: the environment variables, and the settings that server/env.ts reads from them. */
import { z } from 'zod'
import type { Kobo } from '../contract/money.ts'

const naira = z.coerce
  .number('must be whole naira, such as 50000')
  .int('must be whole naira, such as 50000')
  .min(0, 'must be whole naira, such as 50000')
  .max(1_000_000_000, 'must be at most 1000000000')
const onOff = z
  .enum(['on', 'off', '1', '0'], 'use on, off, 1 or 0')
  .transform((value) => value === 'on' || value === '1')

export const payoutVariables = {
  SOLE_ADMINISTRATOR: onOff.default(false),
  PAYOUTS_SECOND_STEP_ABOVE: naira.default(50_000),
  PAYOUTS_THREE_PEOPLE_ABOVE: naira.default(500_000),
  PAYOUTS_DAILY_MAX: naira.min(1, 'must be at least 1').default(2_000_000),
  PAYOUTS_CHANGED_ACCOUNT_HOURS: z.coerce
    .number('must be a number of hours')
    .int('must be a number of hours')
    .min(1, 'must be at least 1 hour')
    .max(720, 'must be at most 720 hours')
    .default(24),
} as const

type Values = z.output<z.ZodObject<typeof payoutVariables>>

export interface PayoutSettings {
  /** Whether the only administrator of an instance may grant and release small amounts alone. */
  readonly soleAdministrator: boolean
  /** Above this total of an award, the person who approves needs a second step of at most ten minutes ago. */
  readonly secondStepAbove: Kobo
  /** Above this total of an award, three people are needed: who proposes, and two who approve. */
  readonly threePeopleAbove: Kobo
  /** What one person may release in 24 hours. */
  readonly dailyMax: Kobo
  /** How long an account that an applicant changed waits before it is paid to. */
  readonly changedAccountHours: number
}

export function payoutSettings(values: Values): PayoutSettings {
  return {
    soleAdministrator: values.SOLE_ADMINISTRATOR,
    secondStepAbove: BigInt(values.PAYOUTS_SECOND_STEP_ABOVE) * 100n,
    threePeopleAbove: BigInt(values.PAYOUTS_THREE_PEOPLE_ABOVE) * 100n,
    dailyMax: BigInt(values.PAYOUTS_DAILY_MAX) * 100n,
    changedAccountHours: values.PAYOUTS_CHANGED_ACCOUNT_HOURS,
  }
}

/** With play money a minute, so that the whole way can be tried in one sitting. */
export const changedAccountMinutes = ({ mode, payouts }: { readonly mode: string; readonly payouts: PayoutSettings }) =>
  mode === 'sandbox' ? 1 : payouts.changedAccountHours * 60

/** The faults of combinations of variables. */
export function payoutFaults(values: Values): string[] {
  if (values.PAYOUTS_SECOND_STEP_ABOVE <= values.PAYOUTS_THREE_PEOPLE_ABOVE) return []
  return ['PAYOUTS_SECOND_STEP_ABOVE: must be at most PAYOUTS_THREE_PEOPLE_ABOVE']
}
