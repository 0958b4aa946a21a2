/** Sorts open awards and their payments by what has to be done next. */
import type { CallReply } from '../../../api/client.ts'
import type { Disbursement } from './payment-name.ts'

export type Payment = CallReply<'GET /api/admin/payments'>['items'][number]

/** In the order of the page. */
export const GROUPS = [
  'mine',
  'code',
  'failed',
  'missing',
  'hand_over',
  'call',
  'plan',
  'grant',
  'release',
  'sending',
  'done',
  'countersign',
] as const
export type Group = (typeof GROUPS)[number]

/** One row: an award that waits itself, or one of its payments. */
export interface Row {
  readonly payment: Payment
  readonly disbursement: Disbursement | null
}

/**
 * @param approves whether the reader's roles let them approve
 * @returns the rows of each group; what they may approve is first and nowhere else
 */
export function groupRows(payments: readonly Payment[], approves: boolean): Map<Group, Row[]> {
  const rows = payments.flatMap((payment): [Group, Row][] => {
    const { award } = payment
    const waits = groupOfAward(payment, approves)
    const own: [Group, Row][] = waits ? [[waits, { payment, disbursement: null }]] : []
    const paid = award.disbursements.flatMap((disbursement): [Group, Row][] => {
      const group = groupOf(disbursement, approves) ?? (disbursement.may.countersign && approves ? 'countersign' : null)
      return group ? [[group, { payment, disbursement }]] : []
    })
    return [...own, ...paid]
  })
  return new Map(GROUPS.map((group) => [group, rows.filter(([of]) => of === group).map(([, row]) => row)]))
}

function groupOfAward({ award: { state, may, left } }: Payment, approves: boolean): Group | null {
  if (state === 'proposed') return may.grant && approves ? 'mine' : 'grant'
  return state === 'granted' && left > 0 ? 'plan' : null
}

function groupOf({ state, may, unanswered, attempt }: Disbursement, approves: boolean): Group | null {
  if (state === 'proposed') return may.release && approves ? 'mine' : 'release'
  if (state === 'failed') return 'failed'
  // What needs a person is not merely on its way.
  if (state === 'sending' && may.enter_code) return 'code'
  if (state === 'sending') return attempt !== null && attempt.review_reason !== null ? 'failed' : 'sending'
  if (state === 'released') return 'hand_over'
  if (state === 'disputed') return 'missing'
  if (state === 'sent') return unanswered ? 'call' : 'done'
  return null
}
