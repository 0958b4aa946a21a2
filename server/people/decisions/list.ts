/** All open decisions, in the groups of the page Decisions: what waits for the reader, what they proposed, and the rest. */
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  DECISIONS,
  DECISION_GROUPS,
  type DecisionGroup,
  type DecisionName,
} from '../../../contract/record/decision-fields.ts'
import { hasDuty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { personIn, readPeople } from '../sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { cutPage, readCursor } from '../../platform/http/cursor.ts'
import { countUpTo } from '../../platform/lists/counted.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import type { DecisionKind } from '../../record/two-person/decisions.ts'
import { readApprovals } from '../../record/two-person/proposals.ts'
import { proposals, type ProposalRow } from '../../record/two-person/schema.ts'
import { viewProposal } from './views.ts'

/** The kinds of this instance. */
export type Decisions = readonly DecisionKind[]

/** Reader of the list. */
export interface Reader {
  readonly userId: string
  readonly staffRoles: readonly StaffRole[]
}

const EITHER = sql` or `

interface Conditions {
  /** The open proposals that the reader may see, with the profile of a proposer. */
  readonly from: SQL
  readonly live: SQL
  /** Whether the reader is tied to its subject. */
  readonly tied: SQL
  readonly groups: Readonly<Record<DecisionGroup, SQL>>
}

async function conditionsFor(
  kinds: Decisions,
  { userId, staffRoles }: Reader,
  now: Date,
  only?: DecisionName,
): Promise<Conditions> {
  const seen = kinds.filter(({ name }) => hasDuty(staffRoles, DECISIONS[name].see) && (only ?? name) === name)
  const each = (some: Decisions, condition: (kind: DecisionKind) => SQL) =>
    some.length === 0
      ? sql`false`
      : sql`(${sql.join(
          some.map((kind) => sql`(proposals.kind = ${kind.name} and ${condition(kind)})`),
          EITHER,
        )})`
  const over = new Map<DecisionKind, SQL | undefined>()
  for (const kind of seen) over.set(kind, await kind.over?.(now))
  const live = sql`(proposals.expires_at > ${now.toISOString()}::timestamptz
    and ${each(seen, (kind) => sql`${withDuty(DECISIONS[kind.name].propose)} and not ${over.get(kind) ?? sql`false`}`)})`
  const tied = sql`coalesce(${each(seen, (kind) => kind.tied?.(userId) ?? sql`false`)}, false)`
  const theirs = seen.filter(({ name }) => hasDuty(staffRoles, DECISIONS[name].confirm))
  const confirmable = each(theirs, (kind) => sql`not ${kind.barred?.({ userId, now }) ?? sql`false`}`)
  const waiting = sql`coalesce(${live} and not ${tied} and ${confirmable} and (proposals.proposed_by <> ${userId}::uuid or proposals.signers = 1)
    and not exists (select from proposal_approvals
                     where proposal_id = proposals.id and approved_by = ${userId}::uuid), false)`
  const mine = sql`proposals.proposed_by = ${userId}::uuid`
  return {
    from: sql`from proposals left join profiles on profiles.user_id = proposals.proposed_by
         where proposals.state = 'proposed' and ${each(seen, () => sql`true`)}`,
    live: sql`coalesce(${live}, false)`,
    tied,
    groups: {
      waiting,
      mine: sql`(not ${waiting} and ${mine})`,
      others: sql`(not ${waiting} and not ${mine})`,
    },
  }
}

interface DecisionsQuery {
  readonly group: DecisionGroup
  readonly kind?: DecisionName | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

const Found = z.object({
  id: z.string(),
  createdAt: z.coerce.date(),
  /** Whether it can still be confirmed by someone. */
  live: z.boolean(),
  /** Whether the reader is tied to its subject. */
  tied: z.boolean(),
  /** Whether it waits for the reader. */
  waiting: z.boolean(),
})
type Shown = Omit<z.output<typeof Found>, 'createdAt'>

/** A page of one group, oldest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listDecisions(core: Core, kinds: Decisions, reader: Reader, query: DecisionsQuery) {
  const { group, limit, cursor } = query
  const { from, live, tied, groups } = await conditionsFor(kinds, reader, core.clock.now(), query.kind)
  const place = cursor === undefined ? undefined : readCursor(cursor)
  const later = place
    ? sql`and (proposals.proposed_at, proposals.id) > (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
    : sql``
  const found = await rows(
    core.db,
    sql`select proposals.id::text, proposals.proposed_at as "createdAt", ${live} as live, ${tied} as tied, ${groups.waiting} as waiting
          ${from} and ${groups[group]} ${later}
         order by proposals.proposed_at, proposals.id limit ${limit + 1}`,
    Found,
  )
  const { items, nextCursor } = cutPage(found, limit)
  return {
    items: await viewDecisions(core, kinds, reader, items),
    next_cursor: nextCursor,
    total: await countUpTo(core, sql`${from} and ${groups[group]}`),
  }
}

/** How many each group has. */
export async function countDecisions(core: Core, kinds: Decisions, reader: Reader) {
  const { from, groups } = await conditionsFor(kinds, reader, core.clock.now())
  const [waiting, mine, others] = await Promise.all(
    DECISION_GROUPS.map((group) => countUpTo(core, sql`${from} and ${groups[group]}`)),
  )
  invariant(waiting !== undefined && mine !== undefined && others !== undefined, 'each group is counted')
  return { waiting, mine, others }
}

/** One decision in any state, with its kind. @throws AppError `not_found`, `role_needed`: a kind that the reader may not see */
export async function readDecision(core: Core, kinds: Decisions, reader: Reader, id: string) {
  const kind = await findKind(core, kinds, id)
  if (!hasDuty(reader.staffRoles, DECISIONS[kind.name].see)) throw new AppError('role_needed')
  const { from, live, tied, groups } = await conditionsFor(kinds, reader, core.clock.now(), kind.name)
  const [open] = await rows(
    core.db,
    sql`select proposals.id::text, proposals.proposed_at as "createdAt", ${live} as live, ${tied} as tied, ${groups.waiting} as waiting
          ${from} and proposals.id = ${id}::uuid`,
    Found,
  )
  const decided = { id, live: true, tied: false, waiting: false }
  const [decision] = await viewDecisions(core, kinds, reader, [open ?? decided])
  invariant(decision, 'proposals are never deleted')
  return decision
}

/** @throws AppError `not_found` */
export async function findKind({ db }: Core, kinds: Decisions, id: string): Promise<DecisionKind> {
  const [found] = await db.select({ kind: proposals.kind }).from(proposals).where(eq(proposals.id, id))
  const kind = kinds.find(({ name }) => name === found?.kind)
  if (!kind) throw new AppError('not_found', { detail: 'There is no such decision.' })
  return kind
}

/** In the order of what is shown. */
async function viewDecisions({ db }: Core, kinds: Decisions, { userId }: Reader, shown: readonly Shown[]) {
  const ids = shown.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await db.select().from(proposals).where(inArray(proposals.id, ids))
  const approvals = await readApprovals(db, ids)
  const people = await readPeople(db, [
    ...found.flatMap(({ proposedBy, decidedBy }) => [proposedBy, ...(decidedBy ? [decidedBy] : [])]),
    ...approvals.map(({ approvedBy }) => approvedBy),
  ])
  const views = new Map(
    (
      await Promise.all(
        kinds.map(async (kind) => {
          const own = found.filter((row) => row.kind === kind.name)
          return own.length === 0 ? [] : [...(await kind.view(own))]
        }),
      )
    ).flat(),
  )
  const byId = new Map<string, ProposalRow>(found.map((row) => [row.id, row]))
  return shown.flatMap(({ id, live, tied, waiting }) => {
    const row = byId.get(id)
    if (!row) return []
    const { subject = '', caseNumber = null, amounts = [], facts = [], changes = [] } = views.get(id) ?? {}
    return {
      ...viewProposal(row, people, userId, { isTied: tied, isOver: !live }),
      may_confirm: waiting,
      signers: row.signers,
      approved_by: approvals
        .filter(({ proposalId }) => proposalId === id)
        .map(({ approvedBy }) => personIn(people, approvedBy)),
      decided_by: row.decidedBy === null ? null : personIn(people, row.decidedBy),
      decided_at: row.decidedAt,
      subject,
      case_number: caseNumber,
      amounts: [...amounts],
      facts: [...facts],
      changes: [...changes],
    }
  })
}
