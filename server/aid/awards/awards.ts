/**
 * Awards: one person proposes an amount for an approved request, a second person grants it (server/record/two-person), and only then
 * the books promise it. What is not handed over returns to its funds when the award ends.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { fundsFor } from '../../../contract/aid/payout-fields.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import { formatNaira, koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { mailNews } from '../requests/request-mail.ts'
import type { Application, RequestNews } from '../requests/schema.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { recordAudit, type Administering, type AuditEntry } from '../../record/audit/audit.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireUnchangedApplicant } from '../payees/standing.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import {
  lapseProposal,
  listOpenProposals,
  propose,
  withdrawProposal,
  type Proposal,
} from '../../record/two-person/proposals.ts'
import { AWARD } from './acts.ts'
import { requireAgreement } from './agreements.ts'
import { lockCounting, readCounted, readGranted, readTotalWith } from './counted-awards.ts'
import { barredFromAward, viewAwardDecisions } from './decision-views.ts'
import { isSettled } from './transfers/next-check.ts'
import { GRANTS, RELEASES } from './proposal-kinds.ts'
import { awardFunds, awards, disbursements, type Award, type Disbursement } from './schema.ts'
import { requireAlone, signersForAward } from './sole-administrator.ts'
import { commitAward, requireSpendable, uncommitRest, type Share } from './spending.ts'
import { lockAward, lockRequest, requireSecondStep, requireState, type Approver, type LockedAward } from './subjects.ts'

export interface NewAward {
  /** In kobo. */
  readonly amount: Kobo
  readonly funds: readonly Share[]
  readonly idempotencyKey: string
}

/**
 * Proposes an award. The same Idempotency-Key finds the same award.
 * @returns its id
 * @throws AppError `not_found` (also when the account is closed), `own_request`, `request_not_approved`, `invalid_input`, `award_open`,
 *   `already_proposed`, `fund_short`, `idempotency_key_reused`
 */
export async function proposeAward(
  core: Core,
  by: Administering,
  applicationId: string,
  wanted: NewAward,
): Promise<string> {
  const now = core.clock.now()
  const { amount, funds } = wanted
  const idempotencyKeyHash = sha256(wanted.idempotencyKey)
  const requestHash = sha256(JSON.stringify([String(amount), funds.map((share) => [share.fund, String(share.amount)])]))
  return core.db.transaction(async (tx) => {
    const request = await lockRequest(tx, by, applicationId)
    if (request.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
    const before = await tx.select().from(awards).where(eq(awards.applicationId, applicationId))
    const repeated = before.find((award) => award.idempotencyKeyHash.equals(idempotencyKeyHash))
    if (repeated && !repeated.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    if (repeated) return repeated.id
    if (request.status !== 'approved') throw new AppError('request_not_approved')
    if (before.some(({ state }) => state === 'granted')) throw new AppError('award_open')
    await lockCounting(tx)
    requireFitting(request, wanted, await readGranted(tx, applicationId))
    await requireSpendable(tx, funds)
    const id = newId()
    const counted = await readCounted(tx, [applicationId], now, { withProposed: true })
    const signers = await signersForAward(core, tx, (counted.get(applicationId) ?? 0n) + amount)
    const proposal = { subjectId: applicationId, choice: 'grant', signers, reason: REASON } as const
    await propose(tx, GRANTS, by, proposal, { subjectId: id, after: { state: 'proposed' } }, now)
    // Ends the awards of earlier, lapsed proposals.
    await endAwards(tx, before, now)
    await tx.insert(awards).values({
      id,
      applicationId,
      amount,
      proposedBy: by.userId,
      proposedAt: now,
      idempotencyKeyHash,
      requestHash,
    })
    await tx
      .insert(awardFunds)
      .values(funds.map(({ fund, amount: part }, place) => ({ awardId: id, place, fund, amount: part })))
    await keepDigest(core, tx, AWARD, id)
    return id
  })
}

/** Free text would be kept permanently, and be about a person. */
const REASON = 'An award for an approved request.'

async function endAwards(tx: Tx, before: readonly Award[], now: Date): Promise<void> {
  const dead = before.filter(({ state }) => state === 'proposed').map(({ id }) => id)
  if (dead.length > 0) await tx.update(awards).set({ state: 'cancelled', endedAt: now }).where(inArray(awards.id, dead))
}

/** @throws AppError `invalid_input`: over what the request may be granted in all, a fund that it may not draw on, or funds that do not add up */
function requireFitting(
  { applicationType, urgency }: Application,
  { amount, funds }: NewAward,
  { granted, most }: { readonly granted: Kobo; readonly most: Kobo | null },
): void {
  const allowed = fundsFor(applicationType, urgency)
  const fields: FieldError[] = funds.flatMap(({ fund }, place) => {
    const twice = funds.findIndex((share) => share.fund === fund) !== place
    if (!twice && allowed.includes(fund)) return []
    return {
      field: `funds.${place}.fund`,
      message: twice ? 'Name each fund once.' : 'This request cannot draw on this fund.',
    }
  })
  if (funds.reduce((sum, share) => sum + share.amount, 0n) !== amount)
    fields.push({ field: 'funds', message: 'The amounts of the funds must add up to the award.' })
  if (most !== null && granted + amount > most) {
    const of = `This request may be granted ${formatNaira(koboToNaira(most))} in all`
    const message = granted > 0n ? `${of}. ${formatNaira(koboToNaira(granted))} of it is granted already.` : `${of}.`
    fields.push({ field: 'amount', message })
  }
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

/** Granting an award, which the books promise then. Where it needs three people, the first approval only counts. */
export const awardDecision = (core: Core) =>
  decisionKind(core, {
    ...GRANTS,
    async lock({ tx, by }, { subjectId }) {
      const locked = await lockAward(tx, by, await findProposed(tx, subjectId))
      requireState(locked.award, 'proposed')
      return locked
    },
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
      await mailApplicant(core, tx, request, 'granted', now)
    },
    async withdraw({ tx, by, now }, { subjectId }) {
      const { award } = await lockAward(tx, by, await findProposed(tx, subjectId))
      await tx.update(awards).set({ state: 'cancelled', endedAt: now }).where(eq(awards.id, award.id))
      return { subjectId: award.id, before: { state: 'proposed' }, after: { state: 'cancelled' } }
    },
    view: viewAwardDecisions,
    barred: (reader) => barredFromAward(core, reader),
  })

/** The proposed award of a request. */
async function findProposed(tx: Tx, applicationId: string): Promise<string> {
  const proposed = and(eq(awards.applicationId, applicationId), eq(awards.state, 'proposed'))
  const [award] = await tx.select({ id: awards.id }).from(awards).where(proposed)
  if (!award) throw new AppError('already_decided')
  return award.id
}

/**
 * Grants an award of another administrator, as its decision.
 * @throws AppError as confirming the decision does, and `not_found`: there is no such award
 */
export async function grantAward(core: Core, by: Approver, id: string): Promise<void> {
  const open = await core.db.transaction(async (tx) => {
    const { award } = await lockAward(tx, by, id)
    requireState(award, 'proposed')
    return proposalOf(core, tx, award)
  })
  await awardDecision(core).confirm(by, open.id)
}

const TOO_FEW = {
  detail: 'With what was granted since, this award needs more people. Cancel it and propose it again.',
}

async function proposalOf(core: Core, tx: Tx, { applicationId }: Award): Promise<Proposal<'grant'>> {
  const [open] = await listOpenProposals(tx, GRANTS, core.clock.now(), [applicationId])
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
    if (state === null) throw new AppError('disbursement_open')
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
    await cancelProposed(tx, all, now)
    if (award.state === 'proposed')
      await tx.update(awards).set({ state: 'cancelled', endedAt: now }).where(eq(awards.id, award.id))
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

/** Mails the applicant, unless the account is closed. */
export async function mailApplicant(
  core: Core,
  tx: Tx,
  { userId }: Application,
  news: RequestNews,
  now: Date,
): Promise<void> {
  const { email } = await readPerson(tx, userId)
  await mailNews(core, tx, { userId, email }, news, now)
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
