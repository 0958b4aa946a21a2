/**
 * How long paying out waits for people. In the sandbox each wait is a minute after the one before, so that the whole way can be tried in
 * one sitting.
 */
import { CODE_DAYS } from '../../../contract/aid/payout-fields.ts'
import type { Env } from '../../platform/env/env.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Disbursement } from './schema.ts'

export interface WaitingTimes {
  /** From the hand-over until the recipient is asked again. */
  readonly reminder: number
  /** From the hand-over until the recipient is called. */
  readonly call: number
  /** From the hand-over until it counts as unanswered. */
  readonly unanswered: number
  /** From the proposal until its proposer may release it alone (sole-administrator.ts). */
  readonly alone: number
}

const REAL: WaitingTimes = {
  reminder: hours(24 * 3),
  call: hours(24 * 7),
  unanswered: hours(24 * CODE_DAYS),
  alone: hours(24),
}
const SANDBOX: WaitingTimes = { reminder: minutes(1), call: minutes(1), unanswered: minutes(2), alone: minutes(1) }

/** In milliseconds. */
export const waitingTimes = ({ mode }: Pick<Env, 'mode'>): WaitingTimes => (mode === 'sandbox' ? SANDBOX : REAL)

/** Whether it was handed over so long ago that an answer should have come. It never counts as confirmed. */
export function isUnanswered(
  env: Pick<Env, 'mode'>,
  { state, sentAt }: Pick<Disbursement, 'state' | 'sentAt'>,
  now: Date,
): boolean {
  return state === 'sent' && sentAt !== null && after(sentAt, waitingTimes(env).unanswered) <= now
}
