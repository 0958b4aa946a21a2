/**
 * Holds: a complaint can stop the payouts of one request for five days (decision 0072). Its recipient's complaint does so by itself, any other by
 * a decision of who reads it. Two people can make it longer, once. The database refuses payouts while it lasts (migrations/0048_payout_holds.sql).
 */
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { HOLD_DAYS } from '../../../contract/aid/complaint-fields.ts'
import { personIn, readPeople, readPerson } from '../../people/sign-in/people.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { findOpenProposal, lapseProposal, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { caseNumber } from '../requests/case-number.ts'
import { isTiedTo, requireImpartial } from '../requests/impartial.ts'
import { tellNews } from '../requests/request-mail.ts'
import { aidApplications, type Application } from '../requests/schema.ts'
import { lockRequest, lockRequestToTell } from '../requests/wake.ts'
import { payoutHolds, type PayoutHold } from './schema.ts'

/** About the complaint, so that a hold has one open proposal. */
const RENEWALS: ProposalKind<'renew'> = {
  name: 'payout_hold',
  choices: ['renew'],
  audited: {
    subject: 'application',
    proposed: 'application.hold_proposed',
    confirmed: 'application.hold_renewed',
    withdrawn: 'application.hold_withdrawn',
  },
}

const heldFor = hours(24 * HOLD_DAYS)
const isLive = ({ until, endedAt }: PayoutHold, now: Date) => endedAt === null && now < until

/** The condition on `complaints` that one holds payouts now: as {@link isLive}. */
export const isHolding = (now: Date): SQL => sql`exists (select from payout_holds where complaint_id = complaints.id
  and ended_at is null and until > ${now.toISOString()}::timestamptz)`

const selectHeldUntil = preparedRows(
  'payout_holds',
  { requestIds: plain<readonly string[]>(), now: plain<string>() },
  z.object({ id: z.string(), until: z.coerce.date().nullable() }),
  ({ requestIds, now }) => sql`
    select application_id::text as id, max(held_until(application_id, ${now}::timestamptz, null)) as until
      from payout_holds where application_id = any(${requestIds}::uuid[]) group by application_id`,
)

/** Reads until when the payouts of some requests are held now; a request that is not held is missing. */
export async function readHeldUntil(
  db: Db | Tx,
  requestIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const found = await selectHeldUntil(db, { requestIds, now: now.toISOString() })
  return new Map(found.flatMap(({ id, until }) => (until ? [[id, until] as const] : [])))
}

/** The condition that the payouts of a request are held now. @param request a column with its id */
export const isHeld = (request: SQL, now: Date): SQL => sql`(${request} in (
  select application_id from payout_holds
   where held_until(application_id, ${now.toISOString()}::timestamptz, null) is not null))`

/**
 * The request is locked by the caller, as it is while a hold is made.
 * @param on the day of a hand-over, which can be recorded where it was before the hold
 * @throws AppError `payout_held`
 */
export async function requireNotHeld(tx: Tx, requestId: string, now: Date, on: string | null = null): Promise<void> {
  const { until } = await onlyRow(
    tx,
    sql`select held_until(${requestId}::uuid, ${now.toISOString()}::timestamptz, ${on}::date) as until`,
    z.object({ until: z.coerce.date().nullable() }),
  )
  if (until) throw new AppError('payout_held')
}

/** Holds the payouts of a request whose recipient complains, if it is approved. */
export async function holdForRecipient(tx: Tx, complaintId: string, applicationId: string, now: Date): Promise<void> {
  const request = await lockRequest(tx, applicationId)
  if (request?.status !== 'approved' || request.erasedAt) return
  await tx.insert(payoutHolds).values({ complaintId, applicationId, createdAt: now, until: after(now, heldFor) })
}

/**
 * Records a reader's decision to hold the payouts of a request, and notifies its recipient.
 * @throws AppError `own_request`, `request_not_approved`, `already_held`: this complaint has held payouts before
 */
export async function holdPayouts(
  core: Core,
  tx: Tx,
  by: Administering,
  { complaintId, requestId, reason }: { complaintId: string; requestId: string; reason: string },
): Promise<void> {
  const now = core.clock.now()
  const request = await lockRequestToTell(tx, requestId)
  await requireImpartial(tx, requestId, by.userId)
  if (request?.status !== 'approved' || request.erasedAt) throw new AppError('request_not_approved')
  const row = { complaintId, applicationId: requestId, heldBy: by.userId, reason, createdAt: now }
  const added = await tx
    .insert(payoutHolds)
    .values({ ...row, until: after(now, heldFor) })
    .onConflictDoNothing()
    .returning()
  if (added.length === 0) throw new AppError('already_held')
  await auditRequest(tx, { by, now }, 'application.held', requestId, { personId: request.userId })
  await tell(core, tx, request, now)
}

/** Ends a hold before its time. Nothing happens where there is none. */
export async function endHold(tx: Tx, by: Administering, complaintId: string, now: Date): Promise<void> {
  const [hold] = await tx.select().from(payoutHolds).where(eq(payoutHolds.complaintId, complaintId)).for('update')
  if (!hold || !isLive(hold, now)) return
  await requireImpartial(tx, hold.applicationId, by.userId)
  await tx.update(payoutHolds).set({ endedAt: now }).where(eq(payoutHolds.complaintId, complaintId))
  await lapseProposal(tx, RENEWALS, complaintId, now)
  await auditRequest(tx, { by, now }, 'application.hold_ended', hold.applicationId)
}

/**
 * Proposes to hold them five days longer.
 * @param reason is read by the second person, who does not read the complaint
 * @throws AppError `own_request`, `not_held`, `hold_renewed`, `already_proposed`
 */
export async function proposeRenewal(
  tx: Tx,
  by: Administering,
  { complaintId, reason }: { complaintId: string; reason: string },
  now: Date,
): Promise<void> {
  const { hold } = await lockHeld(tx, by, complaintId)
  requireRenewable(hold, now)
  const about = { subjectId: hold.applicationId, after: { state: 'held' } }
  await propose(tx, RENEWALS, by, { subjectId: complaintId, choice: 'renew', reason }, about, now)
}

async function lockHeld(tx: Tx, by: Administering, complaintId: string) {
  const [found] = await tx.select().from(payoutHolds).where(eq(payoutHolds.complaintId, complaintId))
  if (!found) throw new AppError('not_held')
  const request = await lockRequestToTell(tx, found.applicationId)
  invariant(request, 'requests are never deleted')
  await requireImpartial(tx, request.id, by.userId)
  const [hold] = await tx.select().from(payoutHolds).where(eq(payoutHolds.complaintId, complaintId)).for('update')
  if (!hold) throw new AppError('not_held')
  return { hold, request }
}

function requireRenewable(hold: PayoutHold, now: Date): void {
  if (!isLive(hold, now)) throw new AppError('not_held')
  if (hold.renewedAt) throw new AppError('hold_renewed')
}

/** Holding payouts longer, once. */
export const renewalDecision = (core: Core) =>
  decisionKind(core, {
    ...RENEWALS,
    lock: ({ tx, by }, { subjectId }) => lockHeld(tx, by, subjectId),
    about: ({ hold }) => ({ subjectId: hold.applicationId, after: { state: 'held' } }),
    async carryOut({ tx, now }, { hold, request }) {
      requireRenewable(hold, now)
      const longer = { until: after(hold.until, heldFor), renewedAt: now }
      await tx.update(payoutHolds).set(longer).where(eq(payoutHolds.complaintId, hold.complaintId))
      await tell(core, tx, request, now)
    },
    async withdraw({ tx, by }, { subjectId }) {
      const [hold] = await tx.select().from(payoutHolds).where(eq(payoutHolds.complaintId, subjectId))
      if (hold) await requireImpartial(tx, hold.applicationId, by.userId)
      // The complaint's words, and the hold with them, are erased some time after the answer.
      return { subjectId: hold?.applicationId ?? subjectId, after: { state: 'withdrawn' } }
    },
    async view(db, found) {
      const ids = found.map(({ subjectId }) => subjectId)
      const held = await db
        .select({ hold: payoutHolds, number: aidApplications.number, userId: aidApplications.userId })
        .from(payoutHolds)
        .innerJoin(aidApplications, eq(aidApplications.id, payoutHolds.applicationId))
        .where(inArray(payoutHolds.complaintId, ids))
      const people = await readPeople(
        db,
        held.map(({ userId }) => userId),
      )
      return new Map(
        found.flatMap(({ id, subjectId }) => {
          const one = held.find(({ hold }) => hold.complaintId === subjectId)
          if (!one) return []
          const { hold, number, userId } = one
          const longer = hold.renewedAt ? hold.until : after(hold.until, heldFor)
          const until = { name: 'held_until', before: null, after: longer.toISOString() } as const
          const subject = personIn(people, userId).full_name || caseNumber(number)
          return [[id, { subject, caseNumber: caseNumber(number), facts: [until] }] as const]
        }),
      )
    },
    tied: (userId) => sql`exists (select from payout_holds where complaint_id = proposals.subject_id
      and ${isTiedTo(sql`${userId}::uuid`, sql`payout_holds.application_id`)})`,
    // One that has ended is not made longer.
    over: (now) => sql`not exists (select from payout_holds where complaint_id = proposals.subject_id
      and ended_at is null and until > ${now.toISOString()}::timestamptz)`,
  })

async function tell(core: Core, tx: Tx, { id: applicationId, userId }: Application, now: Date): Promise<void> {
  const { email } = await readPerson(tx, userId)
  await tellNews(core, tx, { userId, email, applicationId }, 'held', now)
}

/** A hold as the readers of its complaint see it; null without one. */
export async function viewHold(tx: Tx, complaintId: string, now: Date) {
  const [hold] = await tx.select().from(payoutHolds).where(eq(payoutHolds.complaintId, complaintId))
  if (!hold) return null
  const live = isLive(hold, now)
  const proposed = live && (await findOpenProposal(tx, RENEWALS, complaintId, now)) !== null
  return {
    until: hold.endedAt ?? hold.until,
    live,
    renewed: hold.renewedAt !== null,
    renewal_proposed: proposed,
    since: hold.createdAt,
    by: hold.heldBy === null ? null : await readPerson(tx, hold.heldBy),
    reason: hold.reason,
  }
}
