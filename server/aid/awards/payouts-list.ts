/** Lists for administrators: the awards of a request, the list of payouts, and the slip of a disbursement. */
import { desc, eq, inArray } from 'drizzle-orm'
import {
  GROUPS_OF_VIEW,
  isNewestFirst,
  PAYMENT_GROUPS,
  PAYOUT_VIEWS,
  type PaymentGroup,
  type PayoutView,
} from '../../../contract/aid/payout-fields.ts'
import { TOTAL_BEYOND, TOTAL_MAX } from '../../../contract/platform/admin-fields.ts'
import { countOpenComplaints } from '../complaints/readers.ts'
import { readDocuments } from '../requests/application-documents.ts'
import { caseNumber } from '../requests/case-number.ts'
import { findTied } from '../requests/impartial.ts'
import { aidApplications, type Application } from '../requests/schema.ts'
import { recordAudit, recordReading, type Administering } from '../../record/audit/audit.ts'
import { namesOfFilters } from '../../record/audit/lists.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { cutPage, readCursor } from '../../platform/http/cursor.ts'
import type { Total } from '../../platform/lists/counted.ts'
import { listOpenProposals } from '../../record/two-person/proposals.ts'
import { readAwardTerms } from './award-terms.ts'
import { viewAwards } from './award-views.ts'
import { readEarlierAwards } from './earlier-awards.ts'
import { readApproval, readPaymentActs } from './payment-acts.ts'
import { readPeopleRules } from './decision-views.ts'
import { countGroups, readGroups, type GroupRow, type PayoutFilters } from './payout-groups.ts'
import { GRANTS } from './proposal-kinds.ts'
import { awards, disbursements, slipReads } from './schema.ts'
import { codeOf, isInHandsOf } from './slips.ts'
import { readSole } from './sole-administrator.ts'
import { lockDisbursement } from './subjects.ts'
import { readTransferBalance } from './transfers/transfer-balance.ts'

/** The awards of a request, and what its funds can spend now. Audited like reading the request. */
export async function readAwardsOf({ db, clock, env, keys }: Core, by: Administering, applicationId: string) {
  const [request] = await db.select().from(aidApplications).where(eq(aidApplications.id, applicationId))
  if (!request) throw new AppError('not_found', { detail: 'There is no such request.' })
  const all = await db
    .select()
    .from(awards)
    .where(eq(awards.applicationId, applicationId))
    .orderBy(desc(awards.proposedAt), desc(awards.id))
  const views = await viewAwards({ db, clock, env, keys }, by.userId, all)
  const read = { action: 'application.read', subject: 'application', subjectId: applicationId } as const
  await recordAudit(db, { by, ...read, personId: request.userId }, clock.now())
  // A proposed award whose proposal has lapsed does not stand in the way of the next one.
  const proposed = await listOpenProposals(db, GRANTS, clock.now(), [applicationId])
  const tied = await findTied(db, by.userId, [applicationId])
  const open = proposed.length > 0 || views.some(({ state }) => state === 'granted')
  return {
    awards: views,
    earlier: await readEarlierAwards(db, applicationId, clock.now()),
    ...(await readAwardTerms({ env }, db, request, clock.now())),
    may_propose: !open && request.status === 'approved' && request.erasedAt === null && !tied.has(applicationId),
  }
}

interface PayoutsQuery extends PayoutFilters {
  readonly view: PayoutView
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Lists one view of the payouts, and counts all views. Reading the names of their applicants is audited.
 * @throws AppError `invalid_input`: not a cursor of this list
 */
export async function listPayouts(core: Core, by: Administering, approves: boolean, query: PayoutsQuery) {
  const { db, clock } = core
  const { view, limit, cursor, ...filters } = query
  const alone = await readSole(core)
  const reader = { userId: by.userId, approves: approves ? await readPeopleRules(core) : null, now: clock.now() }
  const groups = GROUPS_OF_VIEW[view]
  const from = cursor === undefined ? undefined : readCursor(cursor)
  const wanted = { filters, newestFirst: isNewestFirst(view), limit: limit + 1, from }
  const { items, nextCursor } = cutPage(await readGroups(core, reader, groups, wanted), limit)
  const totals = await countGroups(core, reader, PAYMENT_GROUPS, {})
  const isNarrowed = Object.values(filters).some((value) => value !== undefined)
  const narrowed = isNarrowed ? await countGroups(core, reader, groups, filters) : totals
  const show = await viewRows(core, by.userId, items)
  const after = { rows: items.length, filters: namesOfFilters(query) }
  await recordAudit(db, { by, action: 'list.read', subject: 'list', subjectId: 'payouts', after }, clock.now())
  return {
    alone,
    balance: await readTransferBalance(db),
    views: PAYOUT_VIEWS.map((each) => ({ view: each, total: totalOf(totals, GROUPS_OF_VIEW[each]) })),
    total: totalOf(narrowed, groups),
    items: items.map(show),
    next_cursor: nextCursor,
  }
}

function totalOf(totals: ReadonlyMap<PaymentGroup, Total>, groups: readonly PaymentGroup[]): Total {
  const each = groups.map((group) => totals.get(group) ?? 0)
  const total = each.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : TOTAL_MAX + 1), 0)
  return total > TOTAL_MAX ? TOTAL_BEYOND : total
}

/**
 * One disbursement with its award, its request and the acts of staff. Audited.
 * @param isAgain for a page that shows it already
 * @throws AppError `not_found`
 */
export async function readPayout({ db, clock, env, keys }: Core, by: Administering, id: string, isAgain: boolean) {
  const [found] = await db
    .select({ award: awards, request: aidApplications })
    .from(disbursements)
    .innerJoin(awards, eq(awards.id, disbursements.awardId))
    .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
    .where(eq(disbursements.id, id))
  if (!found) throw new AppError('not_found', { detail: 'There is no such payout.' })
  const { award, request } = found
  const [view] = await viewAwards({ db, clock, env, keys }, by.userId, [award])
  invariant(view, 'the award was just found')
  const people = await readPeople(db, [request.userId])
  const read = { action: 'application.read', subject: 'application', subjectId: request.id } as const
  await recordReading(db, { by, ...read, personId: request.userId }, isAgain, clock.now())
  return {
    application_id: request.id,
    case_number: caseNumber(request.number),
    application_type: request.applicationType,
    applicant: personIn(people, request.userId).full_name,
    award: view,
    decision: await readApproval(db, request.id),
    papers: (await readDocuments({ db, env }, [request.id])).length,
    complaints: await countOpenComplaints({ env }, db, by.userId, request.id),
    earlier: await readEarlierAwards(db, request.id, clock.now()),
    acts: [...(await readPaymentActs(db, request.id))],
  }
}

/** @returns a function that shows one of the rows */
async function viewRows(core: Pick<Core, 'db' | 'clock' | 'env' | 'keys'>, userId: string, shown: readonly GroupRow[]) {
  const found = await core.db
    .select()
    .from(awards)
    .where(inArray(awards.id, [...new Set(shown.flatMap(({ awardId }) => awardId ?? []))]))
  const views = new Map((await viewAwards(core, userId, found)).map((view) => [view.id, view]))
  const requestOf = ({ id, awardId }: GroupRow) => (awardId === null ? id : views.get(awardId)?.application_id)
  const asked = await core.db
    .select()
    .from(aidApplications)
    .where(inArray(aidApplications.id, [...new Set(shown.flatMap((row) => requestOf(row) ?? []))]))
  const requests = new Map(asked.map((request) => [request.id, request]))
  const people = await readPeople(
    core.db,
    asked.map((request) => request.userId),
  )
  return (row: GroupRow) => {
    const request = requests.get(requestOf(row) ?? '')
    invariant(request, 'awards and requests are never deleted')
    const award = row.awardId === null ? undefined : views.get(row.awardId)
    return {
      id: row.id,
      group: row.group,
      since: row.createdAt,
      application_id: request.id,
      case_number: caseNumber(request.number),
      application_type: request.applicationType,
      applicant: personIn(people, request.userId).full_name,
      to_award: row.awardId === null ? viewToAward(request) : null,
      award: award && row.disbursementId === null ? award : null,
      payout: award?.payouts.find(({ id }) => id === row.disbursementId) ?? null,
    }
  }
}

function viewToAward({ amountRequested, decidedAt, awardDueAt }: Application) {
  // An award that was granted between the reading of the rows and this.
  if (!decidedAt || !awardDueAt) return null
  return { amount_requested: amountRequested, approved_at: decidedAt, due_at: awardDueAt }
}

/**
 * Reads what a slip says. The code is only for a person through whose hands the payment does not go: they could confirm it themselves.
 * Who reads it is kept, and cannot hand it over.
 * @throws AppError `not_found` (also before it is released), `own_request`
 */
export function readSlip(core: Core, by: Administering, id: string) {
  const { db, clock, keys } = core
  return db.transaction(async (tx) => {
    const { request, disbursement } = await lockDisbursement(tx, by, id)
    const { slip, releasedAt, amount, state } = disbursement
    if (!slip || !releasedAt || state === 'cancelled')
      throw new AppError('not_found', { detail: 'There is no slip for this payout.' })
    const people = await readPeople(tx, [request.userId])
    const showsCode = !isInHandsOf(disbursement, by.userId)
    const read = { disbursementId: id, readBy: by.userId, readAt: clock.now() }
    if (showsCode) await tx.insert(slipReads).values(read).onConflictDoNothing()
    const about = { subject: 'disbursement', subjectId: id, personId: request.userId } as const
    await recordAudit(tx, { by, action: 'disbursement.slip_read', ...about }, clock.now())
    return {
      slip,
      code: showsCode ? codeOf(keys, id) : null,
      full_name: personIn(people, request.userId).full_name,
      amount,
      released_at: releasedAt,
    }
  })
}
