/** Records the outcome of a released disbursement: handed over, partly returned, or lost. */
import { and, eq, sql } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { requireNotHeld } from '../complaints/holds.ts'
import { findTied } from '../requests/impartial.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { findDocumentsByIds, markAsEvidence } from '../documents/evidence.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { lockBalance, openCashAccount, postTransfers, type Transfer } from '../../money/ledger/ledger.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { propose } from '../../record/two-person/proposals.ts'
import { HAND_OVER } from './acts.ts'
import { closeIfDone, closeIfErased, mailApplicant } from './awards.ts'
import { momentOf, requirePast } from './days.ts'
import { questionFor, withdrawTexts } from './text-questions.ts'
import { WRITE_OFFS } from './proposal-kinds.ts'
import { isLossOver, isTiedToDisbursement, viewDisbursements } from './decision-views.ts'
import { disbursementEvidence, disbursementFunds, disbursements, type Disbursement } from './schema.ts'
import { readTotalWith } from './counted-awards.ts'
import { readCodeReaders } from './slips.ts'
import { lockPayoutBalances, lockReturning, takeFrom, takePromised, type Share } from './spending.ts'
import { lockDisbursement, requireSecondStep, requireState } from './subjects.ts'

export interface HandOver {
  /** In kobo: that of the disbursement, entered again. */
  readonly amount: Kobo
  /** The day in Lagos. */
  readonly on: string
  /** URLs or paths of the caller's documents. */
  readonly evidence: readonly string[]
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
  /** Whose cash it was; null for other kinds. */
  readonly holder: string | null
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_input', { fields: [{ field, message }] })
}

const HAS_READ = { detail: 'You have read the code of the slip. Someone else must hand it over.' }

/**
 * Records a hand-over: `committed` to `disbursed`, and `paid_out` to the holder's cash or our bank.
 * @throws AppError `not_found`, `own_request`, `second_administrator_needed` (they have read the code of the slip), `already_decided`,
 *   `invalid_input` (no evidence, another amount, a date in the future, a holder who is tied or has read the code), `cash_short`, `payout_held`
 * @returns the id of its award
 */
export async function handOver(core: Core, by: Administering, id: string, told: HandOver): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, request, disbursement } = await lockDisbursement(tx, by, id)
    requireState(disbursement, 'released')
    requirePast(told.on, disbursement.releasedAt, now)
    await requireNotHeld(tx, request.id, now, told.on)
    const { amount, kind } = disbursement
    if (told.amount !== amount) refuse('amount', 'This is not the amount of the disbursement.')
    if ((kind === 'cash') !== (told.holder !== null))
      refuse('holder', 'Choose whose cash it was. Only cash has a holder.')
    if (told.holder !== null && (await findTied(tx, told.holder, [request.id])).size > 0)
      refuse('holder', 'This person is tied to the request. Hand over cash that someone else holds.')
    const readers = await readCodeReaders(tx, id)
    if (readers.includes(by.userId)) throw new AppError('second_administrator_needed', HAS_READ)
    if (told.holder !== null && readers.includes(told.holder))
      refuse('holder', 'This person has read the code of the slip. Hand over cash that someone else holds.')
    await keepEvidence(tx, by, id, told, now)
    const from = told.holder === null ? accounts.bank : await takeCash(tx, told.holder, amount)
    if (request.erasedAt) await lockPayoutBalances(tx)
    await tx
      .update(disbursements)
      .set({ state: 'sent', sentOn: told.on, sentAt: now, sentBy: by.userId, holder: told.holder })
      .where(eq(disbursements.id, id))
    await keepDigest(core, tx, HAND_OVER, id)
    await post(tx, momentOf(told.on, now), now, [
      ...(await takePromised(tx, disbursement, 'handover')),
      { key: `handover:${id}`, debit: accounts.paidOut, credit: from, amount, purpose: 'handover' },
    ])
    await audit(tx, by, 'disbursement.handed_over', disbursement, 'sent', now)
    await withdrawTexts(tx, request.id, now)
    await mailApplicant(core, tx, request, 'handed_over', now, await questionFor(core, tx, request, id))
    await closeIfErased(tx, { award, request }, now)
    return award.id
  })
}

/** @throws AppError `invalid_input`: not a document of the caller */
async function keepEvidence(tx: Tx, by: Administering, id: string, told: HandOver, now: Date): Promise<void> {
  const { evidence: urls, origins } = told
  const ids = await markAsEvidence(tx, { userId: by.userId, urls, origins, now, field: 'evidence' })
  const found = await findDocumentsByIds(tx, ids)
  await tx
    .insert(disbursementEvidence)
    .values(found.map(({ id: documentId, sha256 }) => ({ disbursementId: id, sha256, documentId, createdAt: now })))
    .onConflictDoNothing()
}

async function takeCash(tx: Tx, holder: string, amount: Kobo): Promise<bigint> {
  const account = await openCashAccount(tx, holder)
  if (-(await lockBalance(tx, account)) < amount) throw new AppError('cash_short')
  return account
}

function post(tx: Tx, occurredAt: Date, now: Date, posted: readonly Omit<Transfer, 'occurredAt'>[]): Promise<void> {
  return postTransfers(
    tx,
    posted.map((transfer) => ({ ...transfer, occurredAt })),
    now,
  )
}

function audit(
  tx: Tx,
  by: Administering,
  action: 'disbursement.handed_over' | 'disbursement.returned',
  { id, state }: Disbursement,
  to: string,
  now: Date,
): Promise<void> {
  return recordAudit(
    tx,
    { by, action, subject: 'disbursement', subjectId: id, before: { state }, after: { state: to } },
    now,
  )
}

/**
 * Records that some or all of it came back to our bank: it is promised again, and of an ended award it returns to the fund.
 * @throws AppError `not_found`, `own_request`, `already_decided`, `award_exceeded`, `invalid_input` (a date in the future)
 * @returns the id of its award
 */
export async function recordReturn(
  core: Core,
  by: Administering,
  id: string,
  { amount, on, expected }: { amount: Kobo; on: string; expected: { state: string; returned: Kobo } },
): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, request, disbursement } = await lockDisbursement(tx, by, id)
    requireState(disbursement, expected.state)
    if (disbursement.returned !== expected.returned)
      throw new AppError('already_decided', {
        detail: 'A return was recorded in the meantime. See whether it is this one.',
      })
    if (disbursement.kind === 'bank')
      throw new AppError('already_decided', { detail: 'A transfer comes back through the payment provider.' })
    requirePast(on, disbursement.releasedAt, now)
    const left = disbursement.amount - disbursement.returned - disbursement.lost
    if (amount > left) throw new AppError('award_exceeded', { detail: 'This is more than what was handed over.' })
    // Closing the award would touch the funds after the accounts below: all are locked in one order.
    await lockReturning(tx, { award, request })
    const step = disbursement.returnSteps + 1
    const state = amount === left ? 'returned' : disbursement.state
    await tx
      .update(disbursements)
      .set({
        state,
        returned: disbursement.returned + amount,
        returnSteps: step,
        ...(amount === left && { endedAt: now }),
      })
      .where(eq(disbursements.id, id))
    const shares = takeFrom(await readGiven(tx, id), amount)
    for (const { fund, amount: part } of shares) await addToShare(tx, id, fund, { returned: part })
    const { bank, paidOut } = accounts
    await post(tx, momentOf(on, now), now, [
      ...shares.map(({ fund, amount: part }) => ({
        key: `return:${id}:${step}:${fund}`,
        debit: `disbursed:${fund}` as const,
        credit: `committed:${fund}` as const,
        amount: part,
        purpose: 'return' as const,
      })),
      { key: `return:${id}:${step}`, debit: bank, credit: paidOut, amount, purpose: 'return' },
    ])
    await audit(tx, by, 'disbursement.returned', disbursement, state, now)
    await withdrawTexts(tx, request.id, now)
    await mailApplicant(core, tx, request, 'award_cancelled', now)
    await closeIfDone(tx, { award, request }, now)
    return award.id
  })
}

/** Reads the share of each fund in a disbursement, less returns and losses. */
export async function readGiven(tx: Tx, id: string): Promise<Share[]> {
  const given = await tx
    .select()
    .from(disbursementFunds)
    .where(eq(disbursementFunds.disbursementId, id))
    .orderBy(disbursementFunds.fund)
  return given.map(({ fund, amount, returned, lost }) => ({ fund, amount: amount - returned - lost }))
}

export function addToShare(tx: Tx, id: string, fund: Share['fund'], { returned = 0n, lost = 0n }): Promise<unknown> {
  return tx
    .update(disbursementFunds)
    .set({
      returned: sql`${disbursementFunds.returned} + ${String(returned)}::bigint`,
      lost: sql`${disbursementFunds.lost} + ${String(lost)}::bigint`,
    })
    .where(and(eq(disbursementFunds.disbursementId, id), eq(disbursementFunds.fund, fund)))
}

/**
 * Proposes to write off what is left of a disbursement.
 * @returns the id of its award
 */
export async function proposeLoss(
  core: Core,
  by: Administering,
  id: string,
  { reason, expected }: { reason: string; expected: string },
): Promise<string> {
  return core.db.transaction(async (tx) => {
    const { award, disbursement } = await lockDisbursement(tx, by, id)
    requireState(disbursement, expected)
    const about = { subjectId: id, after: { state: 'lost' } }
    await propose(tx, WRITE_OFFS, by, { subjectId: id, choice: 'lose', reason }, about, core.clock.now())
    return award.id
  })
}

/** Writes off the rest of a disbursement: `disbursed` to `lost`. */
export const lossDecision = (core: Core) =>
  decisionKind(core, {
    ...WRITE_OFFS,
    lock: ({ tx, by }, { subjectId }) => lockDisbursement(tx, by, subjectId),
    async refuse({ tx, by, now }, { award, disbursement: { state } }) {
      await requireSecondStep({ ...core, db: tx }, by, await readTotalWith(tx, award, now))
      if (state !== 'sent' && state !== 'disputed') throw new AppError('already_decided')
    },
    about: ({ disbursement: { id, state } }) => ({ subjectId: id, before: { state }, after: { state: 'lost' } }),
    async carryOut({ tx, now }, { award, request, disbursement: { id, amount, returned } }) {
      const shares = (await readGiven(tx, id)).filter((share) => share.amount > 0n)
      await tx
        .update(disbursements)
        .set({ state: 'lost', lost: amount - returned, endedAt: now })
        .where(eq(disbursements.id, id))
      for (const { fund, amount: lost } of shares) await addToShare(tx, id, fund, { lost })
      await post(
        tx,
        now,
        now,
        shares.map(({ fund, amount: lost }) => ({
          key: `lost:${id}:${fund}`,
          debit: `disbursed:${fund}` as const,
          credit: `lost:${fund}`,
          amount: lost,
          purpose: 'lost',
        })),
      )
      await closeIfDone(tx, { award, request }, now)
      await withdrawTexts(tx, request.id, now)
      await mailApplicant(core, tx, request, 'lost', now)
    },
    async withdraw({ tx, by }, { subjectId }) {
      const { disbursement } = await lockDisbursement(tx, by, subjectId)
      return { subjectId, before: { state: 'lost' }, after: { state: disbursement.state } }
    },
    view: viewDisbursements,
    tied: isTiedToDisbursement,
    over: isLossOver,
  })
