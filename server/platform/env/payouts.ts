/** Paying out: the environment variable, and the setting that server/platform/env/env.ts reads from it. Limits are not settings: server/aid/limits/. */
import { z } from 'zod'

const onOff = z
  .enum(['on', 'off', '1', '0'], 'use on, off, 1 or 0')
  .transform((value) => value === 'on' || value === '1')

export const payoutVariables = {
  SOLE_ADMINISTRATOR: onOff.default(false),
} as const

type Values = z.output<z.ZodObject<typeof payoutVariables>>

export interface PayoutSettings {
  /** Whether the only administrator of an instance may grant and release small amounts alone. */
  readonly soleAdministrator: boolean
}

export const payoutSettings = (values: Values): PayoutSettings => ({ soleAdministrator: values.SOLE_ADMINISTRATOR })
