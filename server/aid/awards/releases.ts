/** Disbursements until they are handed over: one administrator proposes (proposing.ts), a second one releases, and any may cancel. */
import { eq } from 'drizzle-orm'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { requireNotHeld } from '../complaints/holds.ts'
import { readLimits } from '../limits/limits.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import { requireSeenApplicant } from '../payees/standing.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { lapseProposal, listOpenProposals } from '../../record/two-person/proposals.ts'
import { wasNumberRead } from './account-numbers.ts'
import { PAYMENT } from './acts.ts'
import { requireAgreement } from './agreements.ts'
import { requireReceiving, startAttempt } from './transfers/attempts.ts'
import { closeIfDone, grantInRelease, mailApplicant, requireUsable } from './awards.ts'
import { textCode } from './code-texts.ts'
import { readTotalWith } from './counted-awards.ts'
import { requireSecondStepForDay, requireWithinDay } from './day-limit.ts'
import { barredFromRelease, isReleaseOver, isTiedToDisbursement, viewDisbursements } from './decision-views.ts'
import { requireSettled } from './transfers/next-check.ts'
import { RELEASES } from './proposal-kinds.ts'
import { disbursements } from './schema.ts'
import { requireFundsHold } from './short-funds.ts'
import { codeOf, hashCode, newSlip } from './slips.ts'
import { requireAlone } from './sole-administrator.ts'
import { withdrawTexts } from './text-questions.ts'
import { isShort, lockDisbursement, peopleFor, requireSecondStep, requireState, type Approver } from './subjects.ts'

const TOO_FEW = {
  detail: 'With what was granted since, this payout needs more people. Cancel it and propose it again.',
}

/**
 * Releasing a disbursement: it may be handed over, and its slip has a number and a code. A large one may need a third person, who
 * releases it. An award that was proposed with it is granted by the same act (decision 0062).
 * @param askBank has the bank of a transfer give the name of the account again, before the transaction
 */
export const releaseDecision = (core: Core, askBank: (disbursementId: string) => Promise<void>) =>
  decisionKind(core, {
    ...RELEASES,
    prepare: ({ subjectId }) => askBank(subjectId),
    async lock(step, { subjectId }) {
      const locked = await lockDisbursement(step.tx, step.by, subjectId)
      requireState(locked.disbursement, 'proposed')
      if (locked.award.state !== 'proposed') return locked
      await grantInRelease(core, step, locked.award)
      return lockDisbursement(step.tx, step.by, subjectId)
    },
    async refuse({ tx, by, now }, { award, request, disbursement }, { signers }) {
      const total = await readTotalWith(tx, award, now)
      await requireSecondStep({ ...core, db: tx }, by, total)
      await requireUsable(tx, { award, request })
      await requireNotHeld(tx, request.id, now)
      await requireFundsHold(tx, award.id)
      await requireAgreement(core, tx, PAYMENT, disbursement.id)
      const { applicationId } = award
      await requireSeenApplicant(core, tx, { applicationId, proposedAt: disbursement.proposedAt })
      // One release of a person at a time, so that two at once do not both fit into a limit.
      await lockOpenAccount(tx, by.userId, 'no key update')
      await requireSecondStepForDay(core, tx, by, disbursement.amount)
      await requireWithinDay(core, tx, by, disbursement.amount)
      await requireAlone(core, tx, by, disbursement, disbursement)
      // Payouts that count together, and the limits, may have changed since the proposal.
      if (isShort(signers, peopleFor(await readLimits(tx), total))) throw new AppError('proposal_lapsed', TOO_FEW)
    },
    about: (_subject, { subjectId }) => ({ subjectId, before: { state: 'proposed' }, after: { state: 'released' } }),
    async carryOut({ tx, by, now }, { request, disbursement }) {
      const { id, kind } = disbursement
      const isBank = kind === 'bank'
      if (isBank) await startAttempt(core, tx, disbursement, by.userId)
      else await requireReceiving(tx, disbursement, now)
      const slip = newSlip()
      const codeHash = hashCode(core.keys, id, codeOf(core.keys, id))
      const released = { releasedBy: by.userId, releasedAt: now, slip, codeHash }
      await tx
        .update(disbursements)
        .set({ state: isBank ? 'sending' : 'released', ...released })
        .where(eq(disbursements.id, id))
      // A transfer needs no pickup: the mail goes out when it is sent.
      if (!isBank) await mailApplicant(core, tx, request, 'ready', now)
      if (!request.erasedAt) await textCode(core, tx, { request, disbursementId: id, slip }, now)
    },
    async withdraw({ tx, by, now }, { subjectId }) {
      const { award, request, disbursement } = await lockDisbursement(tx, by, subjectId)
      requireState(disbursement, 'proposed')
      await tx.update(disbursements).set({ state: 'cancelled', endedAt: now }).where(eq(disbursements.id, subjectId))
      await closeIfDone(tx, { award, request }, now)
      return { subjectId, before: { state: 'proposed' }, after: { state: 'cancelled' } }
    },
    view: viewDisbursements,
    tied: isTiedToDisbursement,
    over: (now) => isReleaseOver(core, now),
    barred: (reader) => barredFromRelease(core, reader),
  })

/**
 * Releases a disbursement of another administrator, as its decision.
 * @throws AppError as confirming the decision does, and `not_found`: there is no such disbursement
 * @returns the id of its award, and whether it is released: a large one may need a third person
 */
export async function releaseDisbursement(
  core: Core,
  by: Approver,
  id: string,
  askBank: (disbursementId: string) => Promise<void>,
): Promise<{ awardId: string; isReleased: boolean }> {
  const { awardId, open } = await core.db.transaction(async (tx) => {
    const { award, disbursement } = await lockDisbursement(tx, by, id)
    requireState(disbursement, 'proposed')
    const [proposal] = await listOpenProposals(tx, RELEASES, core.clock.now(), [id])
    if (!proposal) throw new AppError('proposal_lapsed')
    return { awardId: award.id, open: proposal.id }
  })
  return { awardId, isReleased: (await releaseDecision(core, askBank).confirm(by, open)) === 'confirmed' }
}

/**
 * Cancels a disbursement that was not handed over.
 * @param unpaid whether they have seen at our bank that it was not paid
 * @throws AppError `not_found`, `own_request`, `already_decided`, `maybe_paid`: its account number was read
 * @returns the id of its award
 */
export async function cancelDisbursement(
  core: Core,
  by: Administering,
  id: string,
  { expected, unpaid }: { readonly expected: string; readonly unpaid: boolean },
): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, request, disbursement } = await lockDisbursement(tx, by, id)
    const { state } = disbursement
    requireState(disbursement, expected)
    if (state === 'failed') await requireSettled(tx, id)
    const maybePaid = state === 'released' && (await wasNumberRead(tx, id))
    if (maybePaid && !unpaid) throw new AppError('maybe_paid')
    await tx.update(disbursements).set({ state: 'cancelled', endedAt: now }).where(eq(disbursements.id, id))
    await lapseProposal(tx, RELEASES, id, now)
    const audited = {
      subject: 'disbursement',
      subjectId: id,
      before: { state },
      after: { state: 'cancelled', ...(maybePaid && { decision: 'unpaid' }) },
    } as const
    await recordAudit(tx, { by, action: 'disbursement.cancelled', ...audited }, now)
    await withdrawTexts(tx, request.id, now)
    if (state === 'released') await mailApplicant(core, tx, request, 'award_cancelled', now)
    await closeIfDone(tx, { award, request }, now)
    return award.id
  })
}
