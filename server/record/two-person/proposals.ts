/**
 * Proposals: one person proposes, a second one confirms. Every kind has the same rules: one open proposal about a subject; it
 * expires; it counts only while its proposer has the duty, which is checked again when it is confirmed; everyone who may propose may
 * withdraw it; each step is audited in its own transaction. The database refuses a confirmation by the proposer as well, except where
 * it needs one signer (server/aid/awards/sole-administrator.ts). decisions.ts has the steps around them.
 */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { PROPOSAL_DAYS, type AuditAction, type AuditSubject } from '../../../contract/platform/admin-fields.ts'
import { rolesWith } from '../../../contract/platform/staff-roles.ts'
import { DECISIONS } from '../../../contract/record/decision-fields.ts'
import { recordAudit, type Administering, type AuditEntry } from '../audit/audit.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockStaffAmong, withDuty, withRoleOf } from '../profiles/profiles.ts'
import { profiles } from '../profiles/schema.ts'
import { proposalApprovals, proposals, type ProposalRow } from './schema.ts'

/** A kind of proposal: what can be proposed, and how its steps are named in the audit. */
export interface ProposalKind<Choice extends string> {
  readonly name: ProposalRow['kind']
  readonly choices: readonly Choice[]
  readonly audited: {
    readonly subject: AuditSubject
    readonly proposed: AuditAction
    /** An approval that is not the last one, for kinds that may need three people. */
    readonly approved?: AuditAction
    readonly confirmed: AuditAction
    readonly withdrawn: AuditAction
  }
}

export interface Proposal<Choice extends string> extends Omit<ProposalRow, 'choice'> {
  readonly choice: Choice
}

/** A proposal that no one decided. */
type Undecided<Choice extends string> = Proposal<Choice> & {
  /** It expired, or its proposer has lost the duty. */
  readonly lapsed: boolean
}

/** The content of a new proposal. */
export interface NewProposal<Choice extends string> {
  readonly subjectId: string
  readonly choice: Choice
  readonly reason: string
  /** The people it needs, with its proposer. */
  readonly signers?: 1 | 2 | 3
}

/** How the audit names the subject, and the fields that change. */
export type About = Pick<AuditEntry, 'subjectId' | 'personId' | 'before' | 'after'>

const NOT_OPEN = { detail: 'This proposal is no longer open.' }

/**
 * Makes a proposal.
 * @throws AppError `already_proposed`: another proposal about this subject is open
 */
export async function propose<Choice extends string>(
  tx: Tx,
  kind: ProposalKind<Choice>,
  by: Administering,
  { subjectId, choice, reason, signers = 2 }: NewProposal<Choice>,
  about: About,
  now: Date,
): Promise<Proposal<Choice>> {
  await lapseDeadProposals(tx, kind, subjectId, now)
  const [proposed] = await tx
    .insert(proposals)
    .values({
      id: newId(),
      kind: kind.name,
      subjectId,
      choice,
      reason,
      signers,
      proposedBy: by.userId,
      proposedAt: now,
      expiresAt: after(now, hours(24 * PROPOSAL_DAYS)),
    })
    .onConflictDoNothing()
    .returning()
  if (!proposed) throw new AppError('already_proposed')
  await recordStep(tx, kind, 'proposed', by, about, now)
  return asProposal(kind, proposed)
}

/**
 * Confirms a proposal of another administrator. The caller locks the subject before, and carries the proposal out after, in the same
 * transaction. A proposal that needs three people stays open until the second approval.
 * @returns the proposal; `proposed` while it needs one more approval
 * @throws AppError `not_found` (no longer open), `second_administrator_needed` (their own, or they approved it), `proposal_lapsed`
 *   (it expired, or the proposer has lost the duty), `forbidden` (the confirmer has)
 */
export async function confirmProposal<Choice extends string>(
  tx: Tx,
  kind: ProposalKind<Choice>,
  by: Administering,
  id: string,
  about: About,
  now: Date,
): Promise<Proposal<Choice>> {
  const open = await getOpenProposal(tx, kind, id)
  const { proposedBy, expiresAt, signers } = open
  const approvers = (await readApprovals(tx, [id])).map(({ approvedBy }) => approvedBy)
  requireAnother(open, by)
  if (approvers.includes(by.userId)) throw new AppError('second_administrator_needed')
  // A change of role that is under way is waited for here.
  const having = await lockStaffAmong(tx, [proposedBy, by.userId, ...approvers])
  const confirming = having(DECISIONS[kind.name].confirm)
  if (!confirming.includes(by.userId)) throw new AppError('forbidden')
  if (expiresAt <= now || !having(DECISIONS[kind.name].propose).includes(proposedBy))
    throw new AppError('proposal_lapsed')
  // An approval counts while its giver has the duty.
  const approvals = approvers.filter((approver) => confirming.includes(approver)).length
  if (approvals + 2 < signers) {
    await tx.insert(proposalApprovals).values({ proposalId: id, approvedBy: by.userId, approvedAt: now })
    await recordStep(tx, kind, 'approved', by, about, now)
    return open
  }
  const confirmed = await decide(tx, kind, id, 'confirmed', by, now)
  await recordStep(tx, kind, 'confirmed', by, about, now)
  return confirmed
}

/** With one signer, the rules of the kind check that its proposer is alone. @throws AppError `second_administrator_needed` */
export function requireAnother({ proposedBy, signers }: Proposal<string>, by: Administering): void {
  if (proposedBy === by.userId && signers !== 1) throw new AppError('second_administrator_needed')
}

/** Kinds about a person, who withdraws only what they proposed. */
const ABOUT_PEOPLE: ReadonlySet<ProposalRow['kind']> = new Set(['cash_count', 'role_change'])

/** Whether others proposed it about this person, who cannot withdraw it. */
export const isOfOthers = (
  { kind, subjectId, proposedBy }: Pick<ProposalRow, 'kind' | 'subjectId' | 'proposedBy'>,
  userId: string,
): boolean => ABOUT_PEOPLE.has(kind) && subjectId === userId && proposedBy !== userId

const ABOUT_YOU = { detail: 'Someone else proposed this about you. Others withdraw it.' }

/**
 * Withdraws an open proposal. Any administrator may, also when it has lapsed.
 * @throws AppError `not_found`: it is no longer open; `second_administrator_needed`: others proposed it about them
 */
export async function withdrawProposal<Choice extends string>(
  tx: Tx,
  kind: ProposalKind<Choice>,
  by: Administering,
  id: string,
  about: About,
  now: Date,
): Promise<Proposal<Choice>> {
  const withdrawn = await decide(tx, kind, id, 'withdrawn', by, now)
  if (isOfOthers(withdrawn, by.userId)) throw new AppError('second_administrator_needed', ABOUT_YOU)
  await recordStep(tx, kind, 'withdrawn', by, about, now)
  return withdrawn
}

const selectApprovals = prepared('proposal_approvals', { ids: plain<readonly string[]>() }, (db, { ids }) =>
  db
    .select()
    .from(proposalApprovals)
    .where(sql`${proposalApprovals.proposalId} = any(${ids}::uuid[])`)
    .orderBy(proposalApprovals.approvedAt),
)

/** The approvals of proposals that need three people, oldest first. */
export async function readApprovals(db: Db | Tx, ids: readonly string[]) {
  return ids.length === 0 ? [] : selectApprovals(db, { ids })
}

/** Lapses the open proposal about a subject that is gone, or another than it was. */
export async function lapseProposal(
  tx: Tx,
  kind: Pick<ProposalKind<string>, 'name'>,
  subjectId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(proposals)
    .set({ state: 'lapsed', decidedAt: now })
    .where(and(eq(proposals.kind, kind.name), eq(proposals.subjectId, subjectId), eq(proposals.state, 'proposed')))
}

const selectOpen = prepared('open_proposal', { id: proposals.id, kind: proposals.kind }, (db, { id, kind }) =>
  db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), eq(proposals.kind, kind), eq(proposals.state, 'proposed'))),
)

/** An undecided proposal, which may have lapsed. @throws AppError `not_found` */
export async function getOpenProposal<Choice extends string>(
  db: Db | Tx,
  kind: ProposalKind<Choice>,
  id: string,
): Promise<Proposal<Choice>> {
  const [found] = await selectOpen(db, { id, kind: kind.name })
  if (!found) throw new AppError('not_found', NOT_OPEN)
  return asProposal(kind, found)
}

/** The undecided proposal about a subject, which may have lapsed; null without one. */
export async function findOpenProposal<Choice extends string>(
  tx: Tx,
  kind: ProposalKind<Choice>,
  subjectId: string,
  now: Date,
): Promise<Undecided<Choice> | null> {
  return (await listUndecidedProposals(tx, kind, now, [subjectId]))[0] ?? null
}

/**
 * The proposals that can be confirmed, newest first: undecided, not expired, by someone who has the duty.
 * @param subjectIds only those about these subjects
 */
export async function listOpenProposals<Choice extends string>(
  db: Db | Tx,
  kind: ProposalKind<Choice>,
  now: Date,
  subjectIds?: readonly string[],
): Promise<Proposal<Choice>[]> {
  return (await listUndecidedProposals(db, kind, now, subjectIds)).filter(({ lapsed }) => !lapsed)
}

const selectUndecided = (db: Db | Tx, ofKind: SQL, proposer: SQL) =>
  db
    .select({ proposal: proposals, proposer: profiles.userId })
    .from(proposals)
    .leftJoin(profiles, and(eq(profiles.userId, proposals.proposedBy), proposer))
    .where(and(eq(proposals.state, 'proposed'), ofKind))
    .orderBy(desc(proposals.proposedAt), desc(proposals.id))

const ABOUT = { kind: proposals.kind, ids: plain<readonly string[]>(), roles: plain<readonly string[]>() }
const selectUndecidedAbout = prepared('undecided_proposals', ABOUT, (db, { kind, ids, roles }) =>
  selectUndecided(
    db,
    sql`${proposals.kind} = ${kind} and ${proposals.subjectId} = any(${ids}::uuid[])`,
    withRoleOf(roles),
  ),
)

/**
 * As {@link listOpenProposals}, with those that have lapsed and were not proposed again, which can only be withdrawn: where their subject
 * is in no other list, they would be forgotten.
 */
export async function listUndecidedProposals<Choice extends string>(
  db: Db | Tx,
  kind: ProposalKind<Choice>,
  now: Date,
  subjectIds?: readonly string[],
): Promise<Undecided<Choice>[]> {
  if (subjectIds?.length === 0) return []
  const duty = DECISIONS[kind.name].propose
  const found = subjectIds
    ? await selectUndecidedAbout(db, { kind: kind.name, ids: subjectIds, roles: rolesWith(duty) })
    : await selectUndecided(db, eq(proposals.kind, kind.name), withDuty(duty))
  return found.map(({ proposal, proposer }) =>
    Object.assign(asProposal(kind, proposal), { lapsed: proposer === null || proposal.expiresAt <= now }),
  )
}

/**
 * The condition that there is a proposal about a subject which can be confirmed, and for which something holds.
 * @param subject a column
 */
export function openProposal(kind: ProposalKind<string>, subject: SQL, now: Date): (condition: SQL) => SQL {
  return (condition) => sql`exists (
    select from (${openProposals(kind, now)}) as proposals where proposals.subject_id = ${subject} and ${condition})`
}

/** Selects the proposals of a kind that can be confirmed. */
export const openProposals = (kind: ProposalKind<string>, now: Date) => sql`
  select proposals.* from proposals
    join profiles on profiles.user_id = proposals.proposed_by and ${withDuty(DECISIONS[kind.name].propose)}
   where proposals.kind = ${kind.name} and proposals.state = 'proposed' and proposals.expires_at > ${now.toISOString()}::timestamptz`

/** Lapses proposals that can no longer be confirmed, because an open one blocks the next. */
async function lapseDeadProposals(tx: Tx, kind: ProposalKind<string>, subjectId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    update proposals set state = 'lapsed', decided_at = ${at}::timestamptz
     where kind = ${kind.name} and subject_id = ${subjectId}::uuid and state = 'proposed'
       and (expires_at <= ${at}::timestamptz
            or not exists (select from profiles where profiles.user_id = proposed_by and ${withDuty(DECISIONS[kind.name].propose)}))`)
}

const ENDED = {
  id: proposals.id,
  kind: proposals.kind,
  state: proposals.state,
  by: proposals.decidedBy,
  at: proposals.decidedAt,
}
const endOpen = prepared('end_proposal', ENDED, (db, { id, kind, state, by, at }) =>
  db
    .update(proposals)
    .set({ state, decidedBy: by, decidedAt: at })
    .where(and(eq(proposals.id, id), eq(proposals.kind, kind), eq(proposals.state, 'proposed')))
    .returning(),
)

async function decide<Choice extends string>(
  tx: Tx,
  kind: ProposalKind<Choice>,
  id: string,
  state: 'confirmed' | 'withdrawn',
  by: Administering,
  now: Date,
): Promise<Proposal<Choice>> {
  const [decided] = await endOpen(tx, { id, kind: kind.name, state, by: by.userId, at: now })
  if (!decided) throw new AppError('not_found', NOT_OPEN)
  return asProposal(kind, decided)
}

function recordStep(
  tx: Tx,
  { audited }: ProposalKind<string>,
  step: keyof Omit<ProposalKind<string>['audited'], 'subject'>,
  by: Administering,
  about: About,
  now: Date,
): Promise<void> {
  const action = audited[step]
  invariant(action, `proposals of this kind are audited when they are ${step}`)
  return recordAudit(tx, { by, action, subject: audited.subject, ...about }, now)
}

export function asProposal<Choice extends string>(kind: ProposalKind<Choice>, row: ProposalRow): Proposal<Choice> {
  const choice = kind.choices.find((each) => each === row.choice)
  invariant(choice !== undefined, `a proposal of the kind ${kind.name} has one of its choices`)
  return { ...row, choice }
}
