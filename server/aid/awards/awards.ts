/**
 * Awards: one person proposes an amount for an approved request (proposing.ts), a second person grants it (server/record/two-person), alone or
 * with the release of its payout, and only then the books promise it. The rest returns to its funds when the award ends.
 */
import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { RequestNews } from '../../../contract/aid/queue-fields.ts'
import { tellNews } from '../requests/request-mail.ts'
import { isTiedTo, requireImpartial } from '../requests/impartial.ts'
import { waitingLetters, type Application } from '../requests/schema.ts'
import { recordAudit, type Administering, type AuditEntry } from '../../record/audit/audit.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Text } from '../../platform/sms/outbox.ts'
import { AppError } from '../../platform/errors.ts'
import { isChangedSince, requireUnchangedApplicant } from '../payees/standing.ts'
import { decisionKind, type Step } from '../../record/two-person/decisions.ts'
import { lapseProposal, listOpenProposals, withdrawProposal, type Proposal } from '../../record/two-person/proposals.ts'
import { AWARD } from './acts.ts'
import { requireAgreement } from './agreements.ts'
import { lockCounting, readTotalWith } from './counted-awards.ts'
import { barredFromAward, isAwardOver, viewAwardDecisions } from './decision-views.ts'
import { isSettled } from './transfers/next-check.ts'
import { GRANTS, RELEASES } from './proposal-kinds.ts'
import { awards, disbursements, type Award, type Disbursement } from './schema.ts'
import { requireAlone, signersForAward } from './sole-administrator.ts'
import { commitAward, uncommitRest } from './spending.ts'
import { findAward, lockAward, requireSecondStep, requireState, type Approver, type LockedAward } from './subjects.ts'

/** Granting an award, which the books promise then. Where it needs three people, the first approval only counts. */
export const awardDecision = (core: Core) =>
  decisionKind(core, {
    ...GRANTS,
    lock: (step, { subjectId }) => lockProposed(step, subjectId),
    async refuse({ tx, by, now }, { award, request }, { signers }) {
      await lockCounting(tx)
      const total = await readTotalWith(tx, award, now)
      await requireSecondStep({ ...core, db: tx }, by, total)
      await requireAgreement(core, tx, AWARD, award.id)
      await requireUnchangedApplicant(tx, request.id, award.proposedAt)
      await requireAlone(core, tx, by, award, null)
      if (signers < (await signersForAward(core, tx, total))) throw new AppError('proposal_lapsed', TOO_FEW)
    },
    about: ({ award: { id } }) => ({ subjectId: id, before: { state: 'proposed' }, after: { state: 'granted' } }),
    async carryOut({ tx, by, now }, { award, request }) {
      await commitAward(tx, award, now)
      const granted = { state: 'granted', grantedBy: by.userId, grantedAt: now } as const
      await tx.update(awards).set(granted).where(eq(awards.id, award.id))
      // The mail about a released payout follows.
      const planned = and(eq(disbursements.awardId, award.id), eq(disbursements.state, 'proposed'))
      if ((await tx.$count(disbursements, planned)) === 0) await mailApplicant(core, tx, request, 'granted', now)
    },
    async withdraw(step, { subjectId }) {
      const { award } = await lockProposed(step, subjectId)
      await endProposedAward(step.tx, award.id, step.now)
      return { subjectId: award.id, before: { state: 'proposed' }, after: { state: 'cancelled' } }
    },
    view: viewAwardDecisions,
    tied: (userId) => isTiedTo(sql`${userId}::uuid`, sql`proposals.subject_id`),
    over: async (now) => sql`(${isChangedSince(sql`proposals.subject_id`, sql`proposals.proposed_at`)}
      or ${await isAwardOver(core, now)})`,
    barred: (reader) => barredFromAward(core, reader),
  })

/** Locks the proposed award of a request. @throws AppError `already_decided`: there is none, or it was decided while this waited for the lock */
async function lockProposed({ tx, by }: Step, applicationId: string): Promise<LockedAward> {
  const proposed = and(eq(awards.applicationId, applicationId), eq(awards.state, 'proposed'))
  const [award] = await tx.select({ id: awards.id }).from(awards).where(proposed)
  if (!award) throw new AppError('already_decided')
  const locked = await lockAward(tx, by, award.id)
  requireState(locked.award, 'proposed')
  return locked
}

/**
 * Grants an award of another administrator, as its decision.
 * @throws AppError as confirming the decision does, and `not_found`: there is no such award
 */
export async function grantAward(core: Core, by: Approver, id: string): Promise<void> {
  // Confirming it locks and reads it again.
  const award = await findAward(core.db, id)
  if (!award) throw new AppError('not_found', { detail: 'There is no such award.' })
  await requireImpartial(core.db, award.applicationId, by.userId)
  requireState(award, 'proposed')
  const open = await proposalOf(core, core.db, award)
  await awardDecision(core).confirm(by, open.id)
}

/**
 * Grants a locked award in the release of its payout.
 * @throws AppError as granting does, `award_not_granted`: three people decide on it, who grant it first; `decision_not_final`: the approval of
 *   its request can still be taken back
 */
export async function grantInRelease(core: Core, step: Step, award: Award): Promise<void> {
  const { tx, now } = step
  const waiting = and(eq(waitingLetters.applicationId, award.applicationId), gt(waitingLetters.sendAt, now))
  if ((await tx.$count(waitingLetters, waiting)) > 0) throw new AppError('decision_not_final')
  const open = await proposalOf(core, tx, award)
  if (open.signers > 2) throw new AppError('award_not_granted')
  await awardDecision(core).confirmIn(step, open.id)
}

const TOO_FEW = {
  detail: 'With what was granted since, this award needs more people. Cancel it and propose it again.',
}

async function proposalOf(core: Core, db: Db | Tx, { applicationId }: Award): Promise<Proposal<'grant'>> {
  const [open] = await listOpenProposals(db, GRANTS, core.clock.now(), [applicationId])
  if (!open) throw new AppError('proposal_lapsed')
  return open
}

/** Cancels an award. What was not handed over returns to its funds; disbursements that are only proposed are cancelled with it. */
export async function cancelAward(core: Core, by: Administering, id: string, expected: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const { award, request } = await lockAward(tx, by, id)
    requireState(award, expected)
    if (award.state === 'proposed') return cancelProposedAward(tx, by, award, now)
    requireState(award, 'granted')
    const state = await endAward(tx, award, now)
    if (state === null) throw new AppError('payout_open')
    const audited = { subject: 'award', subjectId: id, before: { state: 'granted' }, after: { state } } as const
    await recordAudit(tx, { by, action: 'award.cancelled', ...audited }, now)
    await mailApplicant(core, tx, request, 'award_cancelled', now)
  })
}

async function cancelProposedAward(tx: Tx, by: Administering, { id, applicationId }: Award, now: Date): Promise<void> {
  const [open] = await listOpenProposals(tx, GRANTS, now, [applicationId])
  const about = { subjectId: id, before: { state: 'proposed' }, after: { state: 'cancelled' } }
  if (open) await withdrawProposal(tx, GRANTS, by, open.id, about, now)
  else await lapseProposal(tx, GRANTS, applicationId, now)
  await endProposedAward(tx, id, now)
}

/** Ends an award whose own proposal has ended, with the payouts proposed with it. Nothing of it was promised. */
export async function endProposedAward(tx: Tx, id: string, now: Date): Promise<void> {
  const all = await tx.select().from(disbursements).where(eq(disbursements.awardId, id)).for('update')
  await cancelProposed(tx, all, now)
  await tx.update(awards).set({ state: 'cancelled', endedAt: now }).where(eq(awards.id, id))
}

/** Whether an award of the request is proposed or granted: the request then stays approved. */
export async function hasOpenAward(tx: Tx, applicationId: string): Promise<boolean> {
  const open = and(eq(awards.applicationId, applicationId), inArray(awards.state, ['proposed', 'granted']))
  return (await tx.$count(awards, open)) > 0
}

/** The approval of a locked request is taken back: its proposed award goes with it. @throws AppError `award_open`: it is granted */
export async function withdrawProposedAward(
  tx: Tx,
  by: Administering,
  applicationId: string,
  now: Date,
): Promise<void> {
  const [open] = await tx
    .select()
    .from(awards)
    .where(and(eq(awards.applicationId, applicationId), inArray(awards.state, ['proposed', 'granted'])))
    .for('update')
  if (open?.state === 'granted') throw new AppError('award_open')
  if (open) await cancelProposedAward(tx, by, open, now)
}

/**
 * Ends a granted award: cancels what is only proposed and returns what is not handed over to the funds.
 * @returns its new state; null, and nothing is changed, while a disbursement is released or a transfer is in review
 */
export async function endAward(tx: Tx, { id }: Award, now: Date): Promise<'closed' | 'cancelled' | null> {
  const all = await tx.select().from(disbursements).where(eq(disbursements.awardId, id)).for('update')
  if (all.some(({ state }) => state === 'released' || state === 'sending')) return null
  for (const { id: paid, state } of all) if (state === 'failed' && !(await isSettled(tx, paid))) return null
  await cancelProposed(tx, all, now)
  await uncommitRest(tx, id, now)
  const state = all.some(({ sentAt }) => sentAt !== null) ? 'closed' : 'cancelled'
  await tx.update(awards).set({ state, endedAt: now }).where(eq(awards.id, id))
  return state
}

async function cancelProposed(tx: Tx, all: readonly Disbursement[], now: Date): Promise<void> {
  for (const { id, state } of all) {
    if (state !== 'proposed' && state !== 'failed') continue
    if (state === 'failed' && !(await isSettled(tx, id))) continue
    await tx.update(disbursements).set({ state: 'cancelled', endedAt: now }).where(eq(disbursements.id, id))
    await lapseProposal(tx, RELEASES, id, now)
  }
}

/**
 * Ends a granted award when nothing more can happen: its last kobo was handed over and all disbursements have ended, or the account is
 * closed and nothing is released any more. Of an award that has ended, a return goes on to the fund.
 */
export async function closeIfDone(tx: Tx, { award, request }: LockedAward, now: Date): Promise<void> {
  if (award.state === 'proposed') return
  if (award.state !== 'granted') return uncommitRest(tx, award.id, now)
  if (request.erasedAt) {
    await endAward(tx, award, now)
    return
  }
  const all = await tx.select().from(disbursements).where(eq(disbursements.awardId, award.id))
  const open = all.some(({ state }) =>
    ['proposed', 'released', 'sending', 'failed', 'sent', 'disputed'].includes(state),
  )
  const paid = all.reduce((sum, { sentAt, amount, returned }) => (sentAt ? sum + amount - returned : sum), 0n)
  if (!open && paid === award.amount) await endAward(tx, award, now)
}

/** Ends an award as {@link closeIfDone} does, if its request is erased: an account that was closed meanwhile is promised nothing more. */
export async function closeIfErased(tx: Tx, locked: LockedAward, now: Date): Promise<void> {
  if (locked.request.erasedAt) await closeIfDone(tx, locked, now)
}

/**
 * Two people agreed on awards for a person who has closed their account, or from whom the requests moved: what is not released, or failed, is
 * cancelled. What is released may be handed over, and ends the award of a closed account then.
 * @param requests a condition on awards
 * @returns the awards that ended
 */
export async function cancelUnreleased(tx: Tx, requests: SQL, now: Date): Promise<string[]> {
  const open = await tx
    .select()
    .from(awards)
    .where(
      and(
        inArray(awards.state, ['proposed', 'granted']),
        sql`${awards.applicationId} in (select id from aid_applications where ${requests})`,
      ),
    )
    .orderBy(awards.id)
    .for('update')
  const ended: string[] = []
  for (const award of open) {
    const all = await tx.select().from(disbursements).where(eq(disbursements.awardId, award.id)).for('update')
    if (award.state === 'proposed') await endProposedAward(tx, award.id, now)
    else await cancelProposed(tx, all, now)
    if (award.state === 'proposed' || (await endAward(tx, award, now))) ended.push(award.id)
    await lapseProposal(tx, GRANTS, award.applicationId, now)
  }
  return ended
}

/**
 * Requests moved to another person, to whom no one has granted anything: their awards end and both people are asked again. An award of which
 * something is released stays, and pays nothing more (agreements.ts).
 */
export async function voidAwards(
  tx: Tx,
  by: AuditEntry['by'],
  requestIds: readonly string[],
  now: Date,
): Promise<void> {
  const requests = sql`id = any(${sql.param([...requestIds])}::uuid[])`
  for (const subjectId of await cancelUnreleased(tx, requests, now))
    await recordAudit(tx, { by, action: 'award.cancelled', subject: 'award', subjectId }, now)
}

/** Tells the applicant by mail or text message, unless the account is closed. @param question a text that asks, in place of the one that tells */
export async function mailApplicant(
  core: Core,
  tx: Tx,
  { id: applicationId, userId }: Application,
  news: RequestNews,
  now: Date,
  question: Pick<Text, 'to' | 'text'> | null = null,
): Promise<void> {
  const { email } = await readPerson(tx, userId)
  await tellNews(core, tx, { userId, email, applicationId, question }, news, now)
}

/** @throws AppError `award_not_granted` (also when the account is closed), `award_paused` */
export async function requireUsable(tx: Tx, { award, request }: LockedAward): Promise<void> {
  if (award.state !== 'granted' || request.erasedAt) throw new AppError('award_not_granted')
  const disputed = await tx
    .select({ id: disbursements.id })
    .from(disbursements)
    .where(and(eq(disbursements.awardId, award.id), eq(disbursements.state, 'disputed')))
  if (disputed.length > 0) throw new AppError('award_paused')
}

/** The condition that something was handed over for `aid_applications`. */
export const WAS_PAID = sql`(exists (select from disbursements join awards on awards.id = disbursements.award_id
  where awards.application_id = aid_applications.id and disbursements.sent_at is not null))`

/** The condition that no award or payout of `aid_applications` waits for anyone, and that the last one ended before this moment. */
export const hasEnded = (before: Date) => sql`aid_applications.award_due_at is null
  and not exists (select from awards where awards.application_id = aid_applications.id
    and (awards.state = 'proposed' or awards.state = 'granted' and awards.amount > awards.in_payouts))
  and not exists (select from disbursements join awards on awards.id = disbursements.award_id
    where awards.application_id = aid_applications.id
      and (disbursements.state in ('proposed', 'released', 'sending', 'failed', 'disputed')
        or coalesce(disbursements.ended_at, disbursements.sent_at) > ${before.toISOString()}::timestamptz))`
