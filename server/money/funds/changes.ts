/**
 * Changing the funds: someone in finance proposes a fund as it should be, and an administrator who did not propose it confirms, with a
 * fresh second step. A new fund opens its accounts in the ledger in that transaction; a closed one keeps them. Decision 0067.
 */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { RESERVED_FUND_KEYS } from '../../../contract/money/fund-limits.ts'
import { DONATION_TYPE_DEFAULT } from '../../../contract/money/funds.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { hasRecentSecondStep } from '../../people/sign-in/recent-sign-in.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { requireKind } from '../../platform/organisation.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { findOpenProposal, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { openFundAccounts } from '../ledger/accounts.ts'
import { readFollowers } from '../ledger/fund-moves.ts'
import { funds } from '../ledger/schema.ts'
import { forgetFunds, readFunds, type Fund } from './funds.ts'
import { fundChanges } from './schema.ts'

const CHOICES = ['new', 'change', 'close', 'reopen'] as const
type Choice = (typeof CHOICES)[number]

const FUNDS: ProposalKind<Choice> = {
  name: 'fund',
  choices: CHOICES,
  audited: { subject: 'fund', proposed: 'fund.proposed', confirmed: 'fund.changed', withdrawn: 'fund.withdrawn' },
}

/** One change at a time: two could take the same name. */
const SUBJECT = '66756e64-7300-4f6e-8000-000000000001'

/** A fund as it is, or as it is proposed. */
export type FundState = Omit<typeof fundChanges.$inferSelect, 'id'>

export const stateOf = ({ name: fund, closedAt, ...told }: Fund): FundState => ({
  ...told,
  fund,
  closed: closedAt !== null,
})

interface Proposing extends FundState {
  readonly isNew: boolean
  readonly reason: string
}

/**
 * Proposes a new fund, or one as it should be.
 * @throws AppError `already_proposed`; `not_found`: there is no such fund; `invalid_input`: its key or name is taken or reserved, or it is
 *   `general` and would be closed, no request would draw on it, or there is no such kind of request
 */
export async function proposeFund(core: Core, by: Administering, { isNew, reason, ...wanted }: Proposing) {
  await core.db.transaction(async (tx) => {
    // One that is being confirmed may take this key or name.
    const isOpen = and(
      eq(proposals.kind, FUNDS.name),
      eq(proposals.subjectId, SUBJECT),
      eq(proposals.state, 'proposed'),
    )
    await tx.select().from(proposals).where(isOpen).for('update')
    const all = await readFunds(tx)
    const known = all.find(({ name }) => name === wanted.fund)
    if (!known && !isNew) throw new AppError('not_found', { detail: 'There is no such fund.' })
    requireSensible(all, wanted, isNew)
    for (const kind of wanted.kinds) requireKind(core.organisation, kind, 'kinds')
    await requireStaysClosed(tx, wanted)
    const before = known && stateOf(known)
    const choice = choiceOf(before, wanted)
    const about = { subjectId: wanted.fund, ...audited(before, wanted) }
    const { id } = await propose(tx, FUNDS, by, { subjectId: SUBJECT, choice, reason }, about, core.clock.now())
    await tx.insert(fundChanges).values({ id, ...wanted })
  })
}

/** Refuses to open a fund whose gifts go on in another one: two queues of gifts would be one again. @throws AppError `invalid_input` */
async function requireStaysClosed(tx: Tx, { fund, closed }: FundState): Promise<void> {
  if (closed || !(await readFollowers(tx)).has(fund)) return
  const message = 'What was left of this fund went to another one, so it stays closed. Open a new fund.'
  throw new AppError('invalid_input', { detail: message, fields: [{ field: 'open', message }] })
}

function choiceOf(before: FundState | undefined, wanted: FundState): Choice {
  if (!before) return 'new'
  if (before.closed === wanted.closed) return 'change'
  return wanted.closed ? 'close' : 'reopen'
}

function requireSensible(all: readonly Fund[], wanted: FundState, isNew: boolean): void {
  const { fund, title, closed, kinds, forCritical } = wanted
  const isAs = (other: string) => other.toLowerCase() === title.toLowerCase()
  const found: [FieldError, boolean][] = [
    [
      { field: 'key', message: 'This key is taken. Choose another one.' },
      isNew && (RESERVED_FUND_KEYS.includes(fund) || all.some(({ name }) => name === fund)),
    ],
    [
      { field: 'title', message: 'Another fund has this name.' },
      all.some((other) => other.name !== fund && isAs(other.title)),
    ],
    [
      { field: 'open', message: 'This fund cannot be closed: what no other fund pays comes from it.' },
      closed && fund === DONATION_TYPE_DEFAULT,
    ],
    [{ field: 'open', message: 'A new fund is open.' }, closed && isNew],
    [
      { field: 'kinds', message: 'Choose at least one: what no request draws on is never paid out.' },
      fund !== DONATION_TYPE_DEFAULT && kinds.length === 0 && !forCritical,
    ],
  ]
  const fields = found.flatMap(([field, isWrong]) => (isWrong ? [field] : []))
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

const AUDITED = ['title', 'purpose', 'icon', 'place', 'kinds', 'for_critical', 'pays_for', 'open'] as const

/** The texts are public, and name no one. */
const auditedState = (state: FundState) => ({
  title: state.title,
  purpose: state.purpose,
  icon: state.icon,
  place: state.place,
  kinds: state.kinds.join(', '),
  for_critical: state.forCritical,
  pays_for: state.paysFor.length,
  open: !state.closed,
})

/** Only what differs; of a new fund, all. */
function audited(before: FundState | undefined, after: FundState) {
  const [was, is] = [before && auditedState(before), auditedState(after)]
  if (!was) return { after: is }
  const names = AUDITED.filter((name) => was[name] !== is[name])
  const pick = (state: typeof is) => Object.fromEntries(names.map((name) => [name, state[name]]))
  return { before: pick(was), after: pick(is) }
}

interface Changing {
  readonly before: FundState | undefined
  readonly wanted: FundState
}

async function readProposed(tx: Tx, id: string): Promise<Changing> {
  const [found] = await tx.select().from(fundChanges).where(eq(fundChanges.id, id))
  invariant(found, 'a proposed fund has its row')
  const { id: _id, ...wanted } = found
  const [now] = await tx.select().from(funds).where(eq(funds.name, wanted.fund)).for('update')
  return { before: now && stateOf(now), wanted }
}

/** Opening, changing, closing or reopening a fund: in force and public at once. */
export const fundDecision = (core: Core) =>
  decisionKind(core, {
    ...FUNDS,
    lock: ({ tx }, { id }) => readProposed(tx, id),
    async refuse({ tx, by }, { wanted }) {
      if (!(await hasRecentSecondStep({ ...core, db: tx }, by.sessionId)))
        throw new AppError('fresh_second_step_needed')
      await requireStaysClosed(tx, wanted)
    },
    about: ({ before, wanted }) => ({ subjectId: wanted.fund, ...audited(before, wanted) }),
    async carryOut({ tx, now }, { before, wanted }) {
      const { fund: name, closed, ...told } = wanted
      // A fund that is closed again stays closed since the first time.
      const closedAt = closed ? (before?.closed ? sql`${funds.closedAt}` : now) : null
      if (before)
        await tx
          .update(funds)
          .set({ ...told, closedAt })
          .where(eq(funds.name, name))
      else {
        await tx.insert(funds).values({ name, ...told })
        await openFundAccounts(tx, name)
      }
      forgetFunds(core.db)
    },
    async withdraw({ tx }, { id }) {
      const { before, wanted } = await readProposed(tx, id)
      return { subjectId: wanted.fund, ...(before ? audited(wanted, before) : { before: auditedState(wanted) }) }
    },
    async view(db, proposed) {
      const ids = proposed.map(({ id }) => id)
      const found = await db.select().from(fundChanges).where(inArray(fundChanges.id, ids))
      const now = new Map((await readFunds(db)).map((fund) => [fund.name, stateOf(fund)]))
      return new Map(
        found.map((wanted) => [
          wanted.id,
          { subject: now.get(wanted.fund)?.title ?? wanted.title, facts: factsOf(now.get(wanted.fund), wanted) },
        ]),
      )
    },
  })

const FACTS = {
  title: ({ title }: FundState) => title,
  purpose: ({ purpose }: FundState) => purpose,
  icon: ({ icon }: FundState) => icon,
  place: ({ place }: FundState) => String(place),
  draws: ({ kinds, forCritical }: FundState) => [...kinds, ...(forCritical ? ['critical'] : [])].join(', '),
  pays_for: ({ paysFor }: FundState) =>
    paysFor.map(({ from, pays }) => `₦${from.toLocaleString('en-NG')}: ${pays}`).join('; '),
  takes_gifts: ({ closed }: FundState) => (closed ? 'no' : 'yes'),
} as const
const FACT_NAMES = ['title', 'purpose', 'icon', 'place', 'draws', 'pays_for', 'takes_gifts'] as const

function factsOf(before: FundState | undefined, wanted: FundState) {
  return FACT_NAMES.map((name) => ({
    name,
    before: before ? FACTS[name](before) : null,
    after: FACTS[name](wanted),
  })).filter(({ before: was, after }) => was !== after)
}

/** The open proposal, also a lapsed one; null without one. */
export async function findProposedFund(tx: Tx, now: Date) {
  const proposal = await findOpenProposal(tx, FUNDS, SUBJECT, now)
  if (!proposal) return null
  const [fund] = await tx.select().from(fundChanges).where(eq(fundChanges.id, proposal.id))
  invariant(fund, 'a proposed fund has its row')
  return { proposal, fund }
}

/** The changes, newest first. */
export function listFundChanges(tx: Tx, max: number) {
  return tx
    .select({ fund: fundChanges, proposal: proposals })
    .from(fundChanges)
    .innerJoin(proposals, eq(proposals.id, fundChanges.id))
    .where(eq(proposals.state, 'confirmed'))
    .orderBy(desc(proposals.decidedAt), desc(proposals.id))
    .limit(max)
}
