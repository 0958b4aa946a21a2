/** What administrators read: the awards of a request, the list of payments, and the slip of a disbursement. */
import { and, asc, desc, eq, inArray, not, sql, type SQL } from 'drizzle-orm'
import { fundsFor } from '../../contract/payout-fields.ts'
import { caseNumber } from '../applications/case-number.ts'
import { aidApplications } from '../applications/schema.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { personIn, readPeople } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { AppError } from '../lib/errors.ts'
import { listOpenProposals } from '../proposals/proposals.ts'
import { viewAwards } from './award-views.ts'
import { GRANTS } from './proposal-kinds.ts'
import { awards, disbursements } from './schema.ts'
import { codeOf } from './slips.ts'
import { readSole } from './sole-administrator.ts'
import { readSpendable } from './spending.ts'

/** More than people read at once. */
const SHOWN_MAX = 200

/** The awards of a request, and what its funds can spend now. Audited like reading the request. @throws AppError `not_found` */
export async function readAwardsOf({ db, clock, env }: Core, by: Administering, applicationId: string) {
  const [request] = await db.select().from(aidApplications).where(eq(aidApplications.id, applicationId))
  if (!request) throw new AppError('not_found', { detail: 'There is no such request.' })
  const all = await db
    .select()
    .from(awards)
    .where(eq(awards.applicationId, applicationId))
    .orderBy(desc(awards.proposedAt), desc(awards.id))
  const views = await viewAwards({ db, clock, env }, by.userId, all)
  const funds = fundsFor(request.applicationType, request.urgency)
  const spendable = await readSpendable(db, funds)
  const read = { action: 'application.read', subject: 'application', subjectId: applicationId } as const
  await db.transaction((tx) => recordAudit(tx, { by, ...read, personId: request.userId }, clock.now()))
  // A proposed award whose proposal has lapsed does not stand in the way of the next one.
  const proposed = await listOpenProposals(db, GRANTS, clock.now(), [applicationId])
  const open = proposed.length > 0 || views.some(({ state }) => state === 'granted')
  return {
    awards: views,
    funds: funds.map((fund) => ({ fund, spendable: spendable.get(fund) ?? 0n })),
    may_propose: !open && request.status === 'approved' && request.erasedAt === null && request.userId !== by.userId,
  }
}

const IS_OPEN = inArray(awards.state, ['proposed', 'granted'])
/** Of awards that have ended: one person released a payment alone, and no one has countersigned it. */
const TO_COUNTERSIGN = and(
  not(IS_OPEN),
  sql`${awards.id} in (select award_id from disbursements
                        where released_by = proposed_by and countersigned_by is null and state <> 'cancelled')`,
)

/** Open awards and those to countersign, oldest first. Reading the names of their applicants is audited. */
export async function listPayments(core: Core, by: Administering) {
  const { db, clock, env } = core
  const read = (which: SQL | undefined) =>
    db
      .select({ award: awards, request: aidApplications })
      .from(awards)
      .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
      .where(which)
      .orderBy(asc(awards.proposedAt), asc(awards.id))
      .limit(SHOWN_MAX)
  const found = [...(await read(IS_OPEN)), ...(await read(TO_COUNTERSIGN))]
  const views = await viewAwards(
    { db, clock, env },
    by.userId,
    found.map(({ award }) => award),
  )
  const people = await readPeople(
    db,
    found.map(({ request }) => request.userId),
  )
  const audited = {
    action: 'list.read',
    subject: 'list',
    subjectId: 'payments',
    after: { rows: found.length },
  } as const
  await db.transaction((tx) => recordAudit(tx, { by, ...audited }, clock.now()))
  return {
    alone: await readSole(core),
    items: views.flatMap((award) => {
      const request = found.find((row) => row.award.id === award.id)?.request
      if (!request) return []
      const { id, number, applicationType, userId } = request
      return {
        application_id: id,
        case_number: caseNumber(number),
        application_type: applicationType,
        applicant: personIn(people, userId).full_name,
        award,
      }
    }),
  }
}

/**
 * What a slip says. The code is only for a person who neither proposed nor released it: they could confirm it themselves.
 * @throws AppError `not_found` (also before it is released), `own_request`
 */
export async function readSlip(core: Core, by: Administering, id: string) {
  const { db, clock, keys } = core
  const [found] = await db
    .select({ disbursement: disbursements, request: aidApplications })
    .from(disbursements)
    .innerJoin(awards, eq(awards.id, disbursements.awardId))
    .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
    .where(eq(disbursements.id, id))
  const { slip, releasedAt, proposedBy, releasedBy, amount, state } = found?.disbursement ?? {}
  if (!found || !slip || !releasedAt || amount === undefined || state === 'cancelled')
    throw new AppError('not_found', { detail: 'There is no slip for this disbursement.' })
  const { userId } = found.request
  if (userId === by.userId) throw new AppError('own_request')
  const people = await readPeople(db, [userId])
  const audited = {
    action: 'disbursement.slip_read',
    subject: 'disbursement',
    subjectId: id,
    personId: userId,
  } as const
  await db.transaction((tx) => recordAudit(tx, { by, ...audited }, clock.now()))
  return {
    slip,
    code: proposedBy === by.userId || releasedBy === by.userId ? null : codeOf(keys, id),
    full_name: personIn(people, userId).full_name,
    amount,
    released_at: releasedAt,
  }
}
