/** Complaints: receiving, asking after one with its code, acknowledging and answering. */
import { and, eq, getTableColumns, gt, ne, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type {
  ComplaintAbout,
  ComplaintChannel,
  ComplaintKind,
  ComplaintView,
} from '../../../contract/aid/complaint-fields.ts'
import { cleanCode } from '../../../contract/platform/typed-codes.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { base32, hmacSha256, sha256 } from '../../platform/crypto.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant, refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { caseNumber, readCaseNumber } from '../requests/case-number.ts'
import { findTied, requireImpartial } from '../requests/impartial.ts'
import { aidApplications } from '../requests/schema.ts'
import { endHold, holdForRecipient, holdPayouts, isHolding, proposeRenewal, viewHold } from './holds.ts'
import { isReadBy, mayHold, readersAmong, readReaders, type Reader } from './readers.ts'
import { complaintActs, complaints, type Complaint } from './schema.ts'

interface Said {
  readonly kind: ComplaintKind
  readonly about: ComplaintAbout
  readonly text: string
  readonly contact: string | null
  readonly channel: ComplaintChannel
  /** The member of staff who enters it. */
  readonly enteredBy: string | null
  /** The request that it is about. Its recipient's complaint holds its payouts. */
  readonly request?: { readonly id: string; readonly byRecipient: boolean } | undefined
}

/** Whom to turn to where no one here may look at it. */
function tellOutsider({ organisation }: Pick<Core, 'organisation'>): string {
  const { outsider, outsider_reach: reach } = organisation.shown.complaints
  return outsider === null ? 'No one outside is named either.' : `Tell ${outsider}, who does not work here: ${reach}.`
}

interface Received {
  /** With which its writer asks after it; we keep a hash. */
  readonly code: string
  /** Until when it holds the payouts of its request; null: it holds none. */
  readonly held_until: Date | null
}

/** The most that one page shows. */
const SHOWN_MAX = 200

/**
 * Stores a complaint and mails those who read it, without a word of it. The same Idempotency-Key finds the same complaint.
 * @throws AppError `no_focal_person`: it is about people who work here, and no one may read it; `idempotency_key_reused`
 */
export function receiveComplaint(core: Core, { request, ...said }: Said, idempotencyKey: string): Promise<Received> {
  // 80 bits, in a form that can be read out and written down.
  const code = base32(hmacSha256(core.keys.receiptCodes, `complaint ${idempotencyKey}`).subarray(0, 10))
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const administrators = await readReaders(core, tx)
    const focal = administrators.find((reader) => reader.is_focal)
    const applicationId = request?.id ?? null
    const row = {
      ...said,
      id: newId(),
      applicationId,
      codeHash: sha256(code),
      focalId: focal?.user_id ?? null,
      createdAt: now,
    }
    const readers = readersAmong(administrators, row)
    if (readers.length === 0 || (said.about !== 'none' && !focal))
      throw new AppError('no_focal_person', { detail: tellOutsider(core) })
    const [added] = await tx.insert(complaints).values(row).onConflictDoNothing().returning()
    if (!added) {
      const [earlier] = await tx.select().from(complaints).where(eq(complaints.codeHash, row.codeHash))
      const isSame = (['text', 'kind', 'about', 'contact'] as const).every((each) => earlier?.[each] === row[each])
      // A reader of one that named no request may have held the payouts of one.
      const isAbout = !request || earlier?.applicationId === applicationId
      if (!earlier || !isSame || !isAbout) throw new AppError('idempotency_key_reused')
      return { code, held_until: request ? ((await viewHold(tx, earlier.id, now))?.until ?? null) : null }
    }
    if (request?.byRecipient) await holdForRecipient(tx, row.id, request.id, now)
    const letter = {
      subject: 'A complaint came',
      paragraphs: ['Someone sent a complaint. Acknowledge it within 3 days, and answer it within 15.'],
      button: { text: 'Read it', address: '/admin/complaints' },
      closing: [],
    }
    for (const { email } of readers) await writeMail(core, tx, email, letter, now)
    return { code, held_until: (await viewHold(tx, row.id, now))?.until ?? null }
  })
}

/** Counts the open complaints that no one reads: the focal person left, or the setting names someone else. */
export async function countUnread(core: Pick<Core, 'env' | 'db'>): Promise<number> {
  const administrators = await readReaders(core, core.db)
  const open = await core.db.select().from(complaints).where(ne(complaints.state, 'answered'))
  return open.filter((complaint) => readersAmong(administrators, complaint).length === 0).length
}

/** Reads how a complaint stands for the person with its code. */
export async function readStanding({ db }: Core, typed: string) {
  const [found] = await db
    .select()
    .from(complaints)
    .where(eq(complaints.codeHash, sha256(cleanCode(typed))))
  if (!found) throw new AppError('not_found', { detail: 'No complaint has this number.' })
  return standingOf(db, found)
}

async function standingOf(db: Db | Tx, { kind, state, createdAt, answer }: Complaint) {
  const { due } = await onlyRow(
    db,
    sql`select complaint_due_at(${state}, ${createdAt.toISOString()}::timestamptz) as due`,
    z.object({ due: z.coerce.date() }),
  )
  return { kind, state, created_at: createdAt, due_at: state === 'answered' ? null : due, answer }
}

interface Shown {
  readonly view: ComplaintView
  /** The last complaint of the page before. */
  readonly after: string | undefined
}

/** Reads a page of the complaints of an administrator, open ones first, or those that hold payouts, and records with each that they read it. */
export function listComplaints(core: Core, userId: string, shown: Shown) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const reader = await readerOf(core, tx, userId)
    const holding = and(isReadBy(reader), isHolding(now))
    const found = await readPage(tx, shown, shown.view === 'holds' ? holding : isReadBy(reader))
    const page = found.slice(0, SHOWN_MAX)
    const acts = page.map(({ id }) => act(id, userId, 'read', now))
    if (acts.length > 0) await tx.insert(complaintActs).values(acts).onConflictDoNothing()
    const items = []
    for (const complaint of page) items.push(await view(core, tx, reader, complaint))
    const next = found.length > SHOWN_MAX ? (page.at(-1)?.id ?? null) : null
    return { items, next, is_focal: reader.is_focal, holds: await tx.$count(complaints, holding) }
  })
}

/** @returns one more than a page shows, where there are more */
function readPage(tx: Tx, { view: shown, after: last }: Shown, which: SQL | undefined): Promise<Complaint[]> {
  const isAnswered = sql`${complaints.state} = 'answered'`
  const due = sql`complaint_due_at(${complaints.state}, ${complaints.createdAt})`
  const first =
    shown === 'holds'
      ? sql`(select until from payout_holds where complaint_id = ${complaints.id})`
      : sql`${isAnswered}, case when not ${isAnswered} then ${due} end`
  const order = sql`${first}, ${complaints.createdAt} desc, ${complaints.id}`
  const placed = tx.$with('placed').as(
    tx
      .select({
        placedId: sql<string>`${complaints.id}`.as('placed_id'),
        place: sql<number>`row_number() over (order by ${order})`.as('place'),
      })
      .from(complaints)
      .where(which),
  )
  const begin = sql`coalesce((select place from placed where placed_id = ${last ?? null}::uuid), 0)`
  return tx
    .with(placed)
    .select(getTableColumns(complaints))
    .from(complaints)
    .innerJoin(placed, eq(complaints.id, placed.placedId))
    .where(gt(placed.place, begin))
    .orderBy(placed.place)
    .limit(SHOWN_MAX + 1)
}

const act = (complaintId: string, userId: string, what: 'read' | 'acknowledged' | 'answered', createdAt: Date) => ({
  complaintId,
  userId,
  act: what,
  createdAt,
})

/** The caller is an administrator, or the guard has refused them. */
async function readerOf(core: Core, tx: Tx, userId: string): Promise<Reader> {
  const reader = (await readReaders(core, tx)).find((each) => each.user_id === userId)
  invariant(reader, 'the guard admits administrators alone')
  return reader
}

async function view(core: Core, tx: Tx, reader: Reader, complaint: Complaint) {
  const { id, about, text, contact, channel, enteredBy, applicationId, state } = complaint
  const hold = await viewHold(tx, id, core.clock.now())
  return {
    id,
    ...(await standingOf(tx, complaint)),
    about,
    text,
    contact,
    channel,
    entered_by: enteredBy === null ? null : await readPerson(tx, enteredBy),
    request: applicationId === null ? null : await readRequest(tx, applicationId),
    hold,
    may_hold: hold === null && state !== 'answered' && mayHold(reader, about),
  }
}

async function readRequest(tx: Tx, id: string) {
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.id, id))
  invariant(found, 'requests are never deleted')
  return { id, case_number: caseNumber(found.number) }
}

/** @throws AppError `not_found`: no such complaint, or the caller does not read it; as {@link requireImpartialReader} */
export const acknowledge = (core: Core, by: Administering, id: string) =>
  change(core, by, id, async ({ tx, complaint, now }) => {
    if (complaint.state !== 'received') return
    await requireImpartialReader(core, tx, by, complaint)
    return { state: 'acknowledged', acknowledgedAt: now }
  })

/**
 * Answers a complaint, and ends its hold.
 * @throws AppError `not_found`, `complaint_answered`, `own_request`: as {@link requireImpartialReader}, or it holds payouts
 */
export const answerComplaint = (core: Core, by: Administering, id: string, text: string) =>
  change(core, by, id, async ({ tx, complaint, now }) => {
    const { state, acknowledgedAt } = complaint
    if (state === 'answered') throw new AppError('complaint_answered')
    await requireImpartialReader(core, tx, by, complaint)
    await endHold(tx, by, id, now)
    return { state: 'answered', acknowledgedAt: acknowledgedAt ?? now, answeredAt: now, answer: text }
  })

/**
 * Refuses tied readers while an impartial one is left (decision 0111).
 * @throws AppError `own_request`: tied to the request that it is about, while another reader is not
 */
async function requireImpartialReader(core: Core, tx: Tx, by: Administering, complaint: Complaint): Promise<void> {
  const { applicationId } = complaint
  if (applicationId === null || (await findTied(tx, by.userId, [applicationId])).size === 0) return
  for (const { user_id: userId } of readersAmong(await readReaders(core, tx), complaint))
    if ((await findTied(tx, userId, [applicationId])).size === 0) await requireImpartial(tx, applicationId, by.userId)
}

/**
 * Holds the payouts of a request because of a complaint.
 * @throws AppError `not_found`, `forbidden`: they read it, and do not decide so; `complaint_answered`, and as {@link holdPayouts}
 */
export const holdBecause = (core: Core, by: Administering, id: string, told: { caseNumber: string; reason: string }) =>
  change(core, by, id, async ({ tx, reader, complaint: { about, state } }) => {
    if (!mayHold(reader, about)) throw new AppError('forbidden')
    if (state === 'answered') throw new AppError('complaint_answered')
    const requestId = await findRequest(tx, told.caseNumber)
    await holdPayouts(core, tx, by, { complaintId: id, requestId, reason: told.reason })
    return { applicationId: requestId }
  })

/** @throws AppError `not_found`, `own_request` */
export const endHoldOf = (core: Core, by: Administering, id: string) =>
  change(core, by, id, async ({ tx, now }) => {
    await endHold(tx, by, id, now)
  })

/** @throws AppError `not_found`, and as {@link proposeRenewal} */
export const renewHoldOf = (core: Core, by: Administering, id: string, reason: string) =>
  change(core, by, id, ({ tx, now }) => proposeRenewal(tx, by, { complaintId: id, reason }, now))

/**
 * Finds the request of a typed case number.
 * @throws AppError `invalid_input`
 */
export async function findRequest(db: Db | Tx, typed: string): Promise<string> {
  const number = readCaseNumber(typed)
  const [found] =
    number === undefined ? [] : await db.select().from(aidApplications).where(eq(aidApplications.number, number))
  if (found) return found.id
  throw refusedField('case_number', 'No request has this number.')
}

interface Changing {
  readonly tx: Tx
  readonly reader: Reader
  readonly complaint: Complaint
  readonly now: Date
}
type Changed = Partial<Pick<Complaint, 'state' | 'acknowledgedAt' | 'answeredAt' | 'answer' | 'applicationId'>>

/** Changes a complaint that the caller reads; it is locked meanwhile. */
function change(
  core: Core,
  by: Administering,
  id: string,
  changed: (changing: Changing) => Changed | undefined | Promise<Changed | void>,
) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const reader = await readerOf(core, tx, by.userId)
    const [found] = await tx
      .select()
      .from(complaints)
      .where(and(eq(complaints.id, id), isReadBy(reader)))
      .for('update')
    if (!found) throw new AppError('not_found', { detail: 'There is no such complaint.' })
    const columns = await changed({ tx, reader, complaint: found, now })
    if (columns) await tx.update(complaints).set(columns).where(eq(complaints.id, id))
    const done = columns?.state
    if (done === 'acknowledged' || done === 'answered')
      await tx
        .insert(complaintActs)
        .values(act(id, by.userId, done, now))
        .onConflictDoNothing()
    return view(core, tx, reader, { ...found, ...columns })
  })
}
