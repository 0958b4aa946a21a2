/**
 * Transfers for which the provider demands a code: a person enters the code that it sent to the owner of our account, or
 * asks for a new one. A wrong code ends the transfer as failed, and the payment can be sent again.
 */
import { and, eq } from 'drizzle-orm'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import { requireNotHeld } from '../../complaints/holds.ts'
import { AppError } from '../../../platform/errors.ts'
import { ProviderRefusal, ProviderSilence } from '../../../money/payments/provider-answers.ts'
import { findLastAttempt, hasLostAccount } from './attempts.ts'
import { payoutAttempts, type PayoutAttempt } from '../schema.ts'
import type { Sending } from './sending.ts'
import { lockDisbursement } from '../subjects.ts'

type Waiting = PayoutAttempt & { readonly transferCode: string }

/** Whether the provider waits for a code before it sends this transfer. */
export const waitsForCode = (attempt: PayoutAttempt): attempt is Waiting =>
  attempt.state === 'open' && attempt.providerStatus === 'otp' && attempt.transferCode !== null

/**
 * Enters the code. The result is booked when the provider reports it, within seconds.
 * @throws AppError `not_found`, `own_request`, `already_decided` (it waits for no code), `code_not_accepted`, `payout_held`,
 *   `payee_not_usable`, `provider_unavailable`
 * @returns the id of its award
 */
export async function enterCode(sending: Sending, by: Administering, id: string, code: string): Promise<string> {
  const { awardId, attempt } = await claim(sending, by, id, 'disbursement.code_entered')
  try {
    const { status } = await sending.transfers.finalizeTransfer(attempt.transferCode, code)
    await tell(sending, attempt, status)
  } catch (error) {
    await tell(sending, attempt, 'otp')
    throw refusalOf(error)
  }
  return awardId
}

/**
 * Asks the provider to send a new code.
 * @throws AppError `not_found`, `own_request`, `already_decided` (it waits for no code), `code_not_accepted`, `payout_held`,
 *   `payee_not_usable`, `provider_unavailable`
 * @returns the id of its award
 */
export async function resendCode(sending: Sending, by: Administering, id: string): Promise<string> {
  const { awardId, attempt } = await claim(sending, by, id, 'disbursement.code_resent')
  try {
    await sending.transfers.resendCode(attempt.transferCode)
  } catch (error) {
    await tell(sending, attempt, 'otp')
    throw refusalOf(error)
  }
  return awardId
}

/** Audited before the provider hears of it, so that a lost answer hides no one. */
async function claim(
  { db, clock }: Sending,
  by: Administering,
  id: string,
  action: 'disbursement.code_entered' | 'disbursement.code_resent',
): Promise<{ awardId: string; attempt: Waiting }> {
  return db.transaction(async (tx) => {
    const { award, request } = await lockDisbursement(tx, by, id)
    await requireNotHeld(tx, request.id, clock.now())
    const attempt = await findLastAttempt(tx, id)
    if (!attempt || !waitsForCode(attempt)) throw new AppError('already_decided')
    if (await hasLostAccount(tx, id, clock.now())) throw new AppError('payee_not_usable')
    await recordAudit(tx, { by, action, subject: 'disbursement', subjectId: id }, clock.now())
    return { awardId: award.id, attempt }
  })
}

/** Keeps what the provider said, and has it asked soon. A message may have been faster: what it booked stays. */
async function tell({ db, clock }: Sending, { id }: PayoutAttempt, providerStatus: string): Promise<void> {
  await db
    .update(payoutAttempts)
    .set({ providerStatus, nextCheckAt: clock.now() })
    .where(and(eq(payoutAttempts.id, id), eq(payoutAttempts.state, 'open'), eq(payoutAttempts.providerStatus, 'otp')))
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderRefusal) return new AppError('code_not_accepted', { cause: error })
  if (error instanceof ProviderSilence) return new AppError('provider_unavailable', { cause: error })
  return error
}
