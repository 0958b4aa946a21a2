/** Payees as administrators see them: vendors, and accounts of applicants whose name two people must compare. */
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { findTied, isTiedTo, requireImpartial } from '../requests/impartial.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { namesOfFilters } from '../../record/audit/lists.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { listOpenProposals, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { PAYEE_CHECK } from './acts.ts'
import { confirmAccount, type Payees } from './accounts.ts'
import { payees as table, receivingWishes, type Payee } from './schema.ts'
import { needsCheck, readPayeeChanges, WAITS_FOR_CHECK, warningsOf, type PayeeChange } from './standing.ts'
import { keepVendor, type NewVendor } from './vendors.ts'

const CHECKS: ProposalKind<'confirm'> = {
  name: 'payee',
  choices: ['confirm'],
  audited: {
    subject: 'payee',
    proposed: 'payee.proposed',
    confirmed: 'payee.confirmed',
    withdrawn: 'payee.withdrawn',
  },
}

/** More than people read at once. */
const SHOWN_MAX = 200

const IS_OPEN = sql`request.erased_at is null and request.status <> 'rejected'`
/** Whether an open request, or who pays out, needs this account: anyone with a request can name as many vendors as they like. */
const IS_WANTED = sql`(
  exists (select from aid_applications as request where request.id = payees.application_id and ${IS_OPEN})
  or exists (select from receiving_wishes as wish join aid_applications as request on request.id = wish.application_id
              where wish.payee_id = payees.id and ${IS_OPEN})
  or payees.application_id is null and payees.proposed_by in (select user_id from profiles where ${withDuty('propose_payments')}))`

/** Whether people can still compare it: it is in use, its owner has not closed their account with us, and it waits for that. */
const IS_TO_COMPARE = and(isNull(table.replacedAt), isNotNull(table.resolvedName), WAITS_FOR_CHECK)

/** Orders wanted accounts that wait for a check first, confirmed vendors second. */
const RANK = sql`case when not coalesce(${WAITS_FOR_CHECK}, false) then 1 when ${IS_WANTED} then 0 else 2 end`

/**
 * Vendors, and what waits for a check. Reading is audited.
 * @param search a part of a name or of the last digits; empty for all
 */
export async function listPayees(core: Core, by: Administering, search: string) {
  const names = sql`concat_ws(' ', ${table.name}, ${table.comparedWith}, ${table.resolvedName}, ${table.accountEnding})`
  const matches = search === '' ? undefined : sql`strpos(plain_text(${names}), plain_text(${search})) > 0`
  const found = await core.db
    .select()
    .from(table)
    .where(
      and(
        or(and(isNull(table.replacedAt), isNull(table.applicationId), isNotNull(table.resolvedName)), IS_TO_COMPARE),
        matches,
      ),
    )
    .orderBy(RANK, desc(table.createdAt), desc(table.id))
    .limit(SHOWN_MAX + 1)
  const shown = found.slice(0, SHOWN_MAX)
  const after = { rows: shown.length, filters: namesOfFilters({ search: search || undefined }) }
  const read = { action: 'list.read', subject: 'list', subjectId: 'payees', after } as const
  await recordAudit(core.db, { by, ...read }, core.clock.now())
  return { items: await viewPayees(core, by.userId, shown), more: found.length > SHOWN_MAX }
}

async function viewPayees(
  { db, clock }: Pick<Core, 'clock'> & { db: Db | Tx },
  userId: string,
  found: readonly Payee[],
) {
  const ids = found.map(({ id }) => id)
  const checks = await listOpenProposals(db, CHECKS, clock.now(), ids)
  const wishes = await db.select().from(receivingWishes).where(inArray(receivingWishes.payeeId, ids))
  const changesOf = await readPayeeChanges(db, ids)
  const asked = new Set(wishes.map(({ payeeId }) => payeeId))
  const people = await readPeople(db, [
    ...found.flatMap(({ proposedBy, confirmedBy }) => [proposedBy, ...(confirmedBy ? [confirmedBy] : [])]),
    ...checks.map(({ proposedBy }) => proposedBy),
  ])
  const requestIds = found.flatMap(({ applicationId }) => applicationId ?? [])
  const tied = await findTied(db, userId, requestIds)
  return found.map((payee) => {
    const check = checks.find(({ subjectId }) => subjectId === payee.id)
    const changes = changesOf(payee.id)
    const waits = needsCheck(payee, changes) && payee.replacedAt === null
    const own = payee.proposedBy === userId
    const isTied = payee.applicationId !== null && tied.has(payee.applicationId)
    const isOver = ({ proposedAt }: { readonly proposedAt: Date }) => !waits || changedSince(changes, proposedAt)
    return {
      id: payee.id,
      kind: payee.kind,
      application_id: payee.applicationId,
      relation: payee.relation,
      by_applicant: asked.has(payee.id),
      name: payee.name ?? payee.comparedWith ?? personIn(people, payee.proposedBy).full_name,
      account_name: payee.resolvedName ?? '',
      bank_name: payee.bankName,
      account_ending: payee.accountEnding,
      match: payee.match,
      shared: payee.shared,
      usable_from: payee.usableFrom,
      created_at: payee.createdAt,
      needs_check: needsCheck(payee, changes),
      changes: changes.map(({ what, before, at }) => ({ what, before, at })),
      proposal: check ? viewProposal(check, people, userId, { isTied, isBarred: own, isOver: isOver(check) }) : null,
      confirmed_by: payee.confirmedBy ? personIn(people, payee.confirmedBy) : null,
      may_check: waits && !check && !isTied,
    }
  })
}

/** One payee, as the answer to an act on it. */
export async function viewPayee(core: Core, userId: string, id: string) {
  const [view] = await viewPayees(core, userId, await core.db.select().from(table).where(eq(table.id, id)))
  invariant(view, 'payees are never deleted')
  return view
}

/**
 * Proposes the account of a vendor, which counts as the first check. The same account of the same kind is the same payee.
 * @returns its id
 */
export async function proposeVendor(core: Payees, by: Administering, vendor: NewVendor): Promise<string> {
  const account = await confirmAccount(core, vendor, vendor.accountName)
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { id, isNew } = await keepVendor(core, tx, by.userId, vendor, account)
    if (isNew) await proposeCheck(tx, by, id, now)
    return id
  })
}

/** Names and account numbers are not kept permanently with a proposal. */
const REASON = 'The names of a bank account were compared.'

async function proposeCheck(tx: Tx, by: Administering, id: string, now: Date): Promise<void> {
  const about = { subjectId: id, after: { state: 'proposed' } }
  await propose(tx, CHECKS, by, { subjectId: id, choice: 'confirm', reason: REASON }, about, now)
}

export async function checkPayee(core: Core, by: Administering, id: string): Promise<void> {
  await core.db.transaction(async (tx) => {
    await lockPayee(tx, by, id)
    await proposeCheck(tx, by, id, core.clock.now())
  })
}

/** An account in the list of decisions, with everything that people must look at first. */
export function accountFacts(payee: Payee, changes: readonly PayeeChange[]) {
  const { resolvedName, bankName, accountEnding } = payee
  const account = {
    name: 'account',
    before: null,
    after: `${resolvedName ?? ''}, ${bankName}, …${accountEnding}`,
  } as const
  const warnings = warningsOf(payee, changes)
  if (warnings.length === 0) return [account]
  return [account, { name: 'account_warnings', before: null, after: warnings.join(', ') } as const]
}

const changedSince = (changes: readonly PayeeChange[], moment: Date) => changes.some(({ at }) => at > moment)

/** The first person did not see it. */
const CHANGED = {
  detail:
    'Something about this account changed since the first comparison. Withdraw that one, and compare the names anew.',
}

/** The second comparison of the names of an account. It can be paid from then on. */
export const payeeDecision = (core: Core) =>
  decisionKind(core, {
    ...CHECKS,
    lock: ({ tx, by }, { subjectId }) => lockPayee(tx, by, subjectId),
    async refuse({ tx, by }, { id, proposedBy }, { proposedAt }) {
      if (proposedBy === by.userId) throw new AppError('second_administrator_needed')
      if (changedSince((await readPayeeChanges(tx, [id]))(id), proposedAt))
        throw new AppError('proposal_lapsed', CHANGED)
    },
    about: ({ id }) => ({ subjectId: id, before: { state: 'proposed' }, after: { state: 'confirmed' } }),
    async carryOut({ tx, by, now }, { id }) {
      await tx.update(table).set({ confirmedBy: by.userId, confirmedAt: now }).where(eq(table.id, id))
      await keepDigest(core, tx, PAYEE_CHECK, id)
    },
    async withdraw({ tx, by }, { subjectId }) {
      const [payee] = await tx.select().from(table).where(eq(table.id, subjectId)).for('update')
      if (payee?.applicationId) await requireImpartial(tx, payee.applicationId, by.userId)
      return { subjectId, before: { state: 'proposed' }, after: { state: 'withdrawn' } }
    },
    async view(db, checks) {
      const ids = checks.map(({ subjectId }) => subjectId)
      const found = await db.select().from(table).where(inArray(table.id, ids))
      const changesOf = await readPayeeChanges(db, ids)
      return new Map(
        checks.flatMap(({ id, subjectId }) => {
          const payee = found.find((each) => each.id === subjectId)
          if (!payee) return []
          return [
            [
              id,
              { subject: payee.name ?? payee.comparedWith ?? '', facts: accountFacts(payee, changesOf(subjectId)) },
            ] as const,
          ]
        }),
      )
    },
    tied: (userId) => sql`exists (
      select from payees where payees.id = proposals.subject_id and ${isTiedTo(sql`${userId}::uuid`, sql`payees.application_id`)})`,
    over: () => sql`(not exists (select from payees where payees.id = proposals.subject_id and ${IS_TO_COMPARE})
      or exists (select from payee_changes where payee_id = proposals.subject_id and at > proposals.proposed_at))`,
    barred: ({ userId }) =>
      sql`exists (select from payees where payees.id = proposals.subject_id and payees.proposed_by = ${userId}::uuid)`,
  })

/** Locks a payee that waits for a check. */
async function lockPayee(tx: Tx, by: Administering, id: string): Promise<Payee> {
  const [payee] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!payee) throw new AppError('not_found', { detail: 'There is no such account.' })
  if (payee.applicationId !== null) await requireImpartial(tx, payee.applicationId, by.userId)
  const changes = (await readPayeeChanges(tx, [id]))(id)
  const { replacedAt, resolvedName } = payee
  if (!needsCheck(payee, changes) || replacedAt !== null || resolvedName === null) throw new AppError('already_decided')
  return payee
}
