/**
 * Attempts to send a bank disbursement through the provider. Each is written down with its reference before the provider is asked, and
 * only a person starts another, under a new reference.
 */
import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { keepDigest } from '../../../record/audit/act-digests.ts'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import type { Core } from '../../../platform/core.ts'
import { base32 } from '../../../platform/crypto.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requireNotHeld } from '../../complaints/holds.ts'
import { askAgain, needsAskingAgain } from '../../payees/ask-again.ts'
import { findCurrent } from '../../payees/own-payees.ts'
import { payees, type Payee } from '../../payees/schema.ts'
import { isUsable, readPayeeChanges } from '../../payees/standing.ts'
import { ATTEMPT } from '../acts.ts'
import { findBrokenAgreement, isGivenUp } from '../agreements.ts'
import { requireUsable } from '../awards.ts'
import { requireSettled } from './next-check.ts'
import { disbursements, payoutAttempts, type Disbursement, type PayoutAttempt } from '../schema.ts'
import type { Sending } from './sending.ts'
import { requireFundsHold } from '../short-funds.ts'
import { lockDisbursement, requireState } from '../subjects.ts'

/** 17 random bytes make 28 characters; 26 of them have 130 bits. */
const newPayoutReference = () => `pay-${base32(randomBytes(17)).toLowerCase().slice(0, 26)}`

/** The payee of a new disbursement: the one that is named, or the account that the applicant named. */
export async function choosePayee(
  tx: Tx,
  { kind, payee: id }: { kind: Disbursement['kind']; payee: string | null },
  applicationId: string,
  now: Date,
): Promise<string | null> {
  if (id === null && kind !== 'bank') return null
  const payee = id === null ? await findCurrent(tx, applicationId) : await findPayee(tx, id)
  if (!payee || (payee.applicationId !== null && payee.applicationId !== applicationId))
    throw new AppError('payee_not_usable')
  if (!(await mayReceive(tx, payee, null, now))) throw new AppError('payee_not_usable')
  return payee.id
}

/** For a payment that a person sends. @throws AppError `payee_not_usable`: its account was replaced or given up, or two people must look at it again */
export async function requireReceiving(tx: Tx, payout: Disbursement, now: Date): Promise<void> {
  if (payout.payeeId === null) return
  const payee = await findPayee(tx, payout.payeeId)
  if (!payee || !(await mayReceive(tx, payee, payout, now))) throw new AppError('payee_not_usable')
}

const mayReceive = async (tx: Tx, payee: Payee, payout: Disbursement | null, now: Date) =>
  isUsable(payee, (await readPayeeChanges(tx, [payee.id]))(payee.id), now) &&
  !(await isGivenUp(tx, payee.id, payout && payout.id))

/**
 * Tests whether the account of a released transfer was replaced, given up or is in doubt. A transfer released before the person closed their
 * account with us goes on, although its number is erased.
 */
export async function hasLostAccount(tx: Tx, disbursementId: string, now: Date): Promise<boolean> {
  const [found] = await tx.select().from(disbursements).where(eq(disbursements.id, disbursementId))
  const payee = found?.payeeId ? await findPayee(tx, found.payeeId) : null
  return (
    found !== undefined && payee !== null && payee.resolvedName !== null && !(await mayReceive(tx, payee, found, now))
  )
}

async function findPayee(tx: Tx, id: string): Promise<Payee | null> {
  const [found] = await tx.select().from(payees).where(eq(payees.id, id)).for('share')
  return found ?? null
}

/** For a bank payment that is about to be sent: has its bank give the name of the account again, where that was a while ago. */
export async function askAboutAccount(core: Sending, disbursementId: string): Promise<void> {
  const [found] = await core.db.select().from(disbursements).where(eq(disbursements.id, disbursementId))
  if (found?.kind !== 'bank' || found.payeeId === null) return
  if (found.state === 'proposed' || found.state === 'failed') await askAgain(core, found.payeeId)
}

/**
 * Writes down that a disbursement is sent now. The job does the rest.
 * @throws AppError `payee_not_usable`: it was changed or erased since, or its bank must give the name again first
 */
export async function startAttempt(core: Core, tx: Tx, disbursement: Disbursement, userId: string): Promise<void> {
  const now = core.clock.now()
  const { id, amount, payeeId } = disbursement
  const payee = payeeId === null ? null : await findPayee(tx, payeeId)
  if (!payee || needsAskingAgain(payee, now) || !(await mayReceive(tx, payee, disbursement, now)))
    throw new AppError('payee_not_usable')
  const attemptId = newId()
  await tx.insert(payoutAttempts).values({
    id: attemptId,
    disbursementId: id,
    reference: newPayoutReference(),
    amount,
    recipientCode: payee.recipientCode,
    nextCheckAt: now,
    startedBy: userId,
    createdAt: now,
  })
  await keepDigest(core, tx, ATTEMPT, attemptId)
}

/**
 * Sends a failed disbursement again, under a new reference.
 * @throws AppError `not_found`, `own_request`, `already_decided`, `award_not_granted`, `award_paused`, `payout_held`,
 *   `fund_below_zero`, `payee_not_usable`
 * @returns the id of its award
 */
export async function retryDisbursement(core: Core, by: Administering, id: string): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, request, disbursement } = await lockDisbursement(tx, by, id)
    requireState(disbursement, 'failed')
    await requireUsable(tx, { award, request })
    await requireNotHeld(tx, request.id, now)
    await requireFundsHold(tx, award.id)
    await requireSettled(tx, id)
    const broken = await findBrokenAgreement(core, tx, id)
    if (broken !== null)
      throw new AppError('payee_not_usable', { detail: `${broken} Cancel the payment and propose it again.` })
    await startAttempt(core, tx, disbursement, by.userId)
    await tx.update(disbursements).set({ state: 'sending' }).where(eq(disbursements.id, id))
    const about = { subjectId: id, before: { state: 'failed' }, after: { state: 'sending' } }
    await recordAudit(tx, { by, action: 'disbursement.retried', subject: 'disbursement', ...about }, now)
    return award.id
  })
}

/**
 * After a review: asks the provider again and, if it does not know the transfer, sends it again under the same reference.
 * @throws AppError `not_found`, `own_request`, `already_decided`: no review is open; `payout_held`
 * @returns the id of its award
 */
export async function recheckDisbursement(core: Core, by: Administering, id: string): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, request, disbursement } = await lockDisbursement(tx, by, id)
    await requireNotHeld(tx, request.id, now)
    const last = await findLastAttempt(tx, id)
    if (!last?.reviewReason) throw new AppError('already_decided')
    const asked = { reviewReason: null, refusal: null, nextCheckAt: now }
    await tx.update(payoutAttempts).set(asked).where(eq(payoutAttempts.id, last.id))
    const state = { state: disbursement.state }
    const about = { subjectId: id, before: state, after: state }
    await recordAudit(tx, { by, action: 'disbursement.rechecked', subject: 'disbursement', ...about }, now)
    return award.id
  })
}

/** The newest attempt of a disbursement. */
export async function findLastAttempt(tx: Tx, disbursementId: string): Promise<PayoutAttempt | undefined> {
  const [last] = await tx
    .select()
    .from(payoutAttempts)
    .where(eq(payoutAttempts.disbursementId, disbursementId))
    .orderBy(desc(payoutAttempts.createdAt), desc(payoutAttempts.id))
    .limit(1)
  return last
}

/** The attempt and its payee, by reference. */
export async function findAttempt(core: { readonly db: Db | Tx }, reference: string): Promise<PayoutAttempt | null> {
  const [found] = await core.db.select().from(payoutAttempts).where(eq(payoutAttempts.reference, reference))
  return found ?? null
}
