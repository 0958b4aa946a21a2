/**
 * The agreement of two people, one of whom proposes and the other grants or releases: for whom, how much, which funds, which account. Its
 * digest is compared before anything moves (decisions 0041 and 0048).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isAsAgreed, type Act } from '../../record/audit/act-digests.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { HAS_WISH } from '../payees/wishes.ts'
import { ATTEMPT, AWARD, PAYMENT } from './acts.ts'
import type { PayoutAttempt } from './schema.ts'

const CHANGED = 'The person, the amount, the funds or the account changed after it was proposed.'
const EARLIER = 'It was proposed before an update.'

const ToSend = z.object({ amount: z.coerce.bigint(), recipient_code: z.string().nullable() })

/**
 * Compares a payment, and the transfer that is about to be sent, with what was agreed. A closed account has no key any more: what was released
 * before goes on.
 * @returns why it differs; null where it does not, and for a payment that was released before there were digests
 */
export async function findBrokenAgreement(
  core: Pick<Core, 'keys'>,
  db: Db | Tx,
  disbursementId: string,
  attempt?: Pick<PayoutAttempt, 'id' | 'amount' | 'recipientCode'>,
): Promise<string | null> {
  if (attempt) {
    const { amount, recipient_code: recipientCode } = await onlyRow(
      db,
      sql`select payment.amount::text, payee.recipient_code from disbursements as payment
            left join payees as payee on payee.id = payment.payee_id where payment.id = ${disbursementId}::uuid`,
      ToSend,
    )
    const isSame = attempt.amount === amount && attempt.recipientCode === recipientCode
    if (!isSame || (await isAsAgreed(core, db, ATTEMPT, attempt.id)) === false)
      return 'The transfer is not the one that was released: its amount or its account differs.'
  }
  return (await isAsAgreed(core, db, PAYMENT, disbursementId)) === false ? CHANGED : null
}

/** Nothing more is paid from an award that someone else was granted. */
export async function requireSameAward(core: Core, tx: Tx, id: string): Promise<void> {
  if ((await isAsAgreed(core, tx, AWARD, id)) === false)
    throw new AppError('award_not_granted', { detail: `${CHANGED} Cancel the award and propose it again.` })
}

/** @throws AppError `proposal_lapsed`: something else was agreed on, or nothing */
export async function requireAgreement(core: Core, tx: Tx, act: Act, id: string): Promise<void> {
  const agreed = await isAsAgreed(core, tx, act, id)
  if (agreed) return
  const advice = `Cancel the ${act.name} and propose it again.`
  throw new AppError('proposal_lapsed', { detail: `${agreed === null ? EARLIER : CHANGED} ${advice}` })
}

/**
 * The condition on `payees` and `disbursements` that an applicant asked for another way since they named this account, or since this payout
 * to a vendor was proposed.
 */
export const IS_GIVEN_UP = sql`(${HAS_WISH} or payees.application_id is null and exists (
  select from awards join aid_applications as request on request.id = awards.application_id
    left join receiving_wishes as wish on wish.application_id = request.id
   where awards.id = disbursements.award_id and vendor_given_up_at >= disbursements.proposed_at
     and wish.payee_id is distinct from payees.id))`

/** @param payoutId null: it is being proposed now */
export async function isGivenUp(tx: Tx, payeeId: string, payoutId: string | null): Promise<boolean> {
  const found = await rows(
    tx,
    payoutId === null
      ? sql`select from payees where payees.id = ${payeeId}::uuid and ${HAS_WISH}`
      : sql`select from payees join disbursements on disbursements.payee_id = payees.id
             where disbursements.id = ${payoutId}::uuid and ${IS_GIVEN_UP}`,
    z.unknown(),
  )
  return found.length > 0
}
