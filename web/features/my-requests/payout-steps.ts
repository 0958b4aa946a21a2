/** A payment as its recipient reads it: approved, on its way, there, confirmed; or how it ended otherwise. */
import type { PayoutKind } from '../../../contract/aid/payout-fields.ts'
import { award as words } from '#words/aid/award.ts'
import type { OwnPayout } from './load-applications.ts'

export interface PayoutStep {
  readonly name: string
  /** Null for a step still to come; undefined where the day is not known. */
  readonly at: string | null | undefined
}

/** A transfer reaches an account; anything else is handed over, with the slip. */
export const isTransfer = (kind: PayoutKind) => kind === 'manual_bank' || kind === 'bank'

/** @param grantedAt when the award was granted */
export function buildSteps(payout: OwnPayout, grantedAt: string): PayoutStep[] {
  const { kind, released_at: releasedAt, sent_on: sentOn } = payout
  const way = isTransfer(kind) ? 'transfer' : 'handOver'
  return [
    { name: words.steps.approved, at: grantedAt },
    { name: words.steps.released[way], at: releasedAt },
    ...(payout.state === 'cancelled' ? [] : [{ name: words.steps.sent[way], at: sentOn }]),
    lastStep(payout),
  ]
}

function lastStep({ state, answer, answered_at: answeredAt }: OwnPayout): PayoutStep {
  const { steps } = words
  if (state === 'confirmed') return { name: steps.confirmed, at: answeredAt }
  if (state === 'disputed') return { name: steps.disputed[answer ?? 'none'], at: answeredAt }
  if (state === 'failed') return { name: steps.failed, at: null }
  if (state === 'returned' || state === 'lost' || state === 'cancelled') return { name: steps[state], at: undefined }
  return { name: steps.confirm, at: null }
}
