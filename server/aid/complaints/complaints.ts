/** Complaints: receiving, asking after one with its code, acknowledging and answering. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ComplaintAbout, ComplaintChannel, ComplaintKind } from '../../../contract/aid/complaint-fields.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { base32, hmacSha256, sha256 } from '../../platform/crypto.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { isReadBy, readersAmong, readReaders, type Reader } from './readers.ts'
import { complaintActs, complaints, type Complaint } from './schema.ts'

interface Said {
  readonly kind: ComplaintKind
  readonly about: ComplaintAbout
  readonly text: string
  readonly contact: string | null
  readonly channel: ComplaintChannel
  /** The member of staff who enters it. */
  readonly enteredBy: string | null
}

/** The most that one page shows. */
const SHOWN_MAX = 200

/**
 * Stores a complaint and mails those who read it, without a word of it. The same Idempotency-Key finds the same complaint.
 * @returns the code with which its writer asks after it; we keep a hash
 * @throws AppError `no_focal_person`: it is about people who work here, and no one may read it; `idempotency_key_reused`
 */
export function receiveComplaint(core: Core, said: Said, idempotencyKey: string): Promise<string> {
  // 80 bits, in a form that can be read out and written down.
  const code = base32(hmacSha256(core.keys.receiptCodes, `complaint ${idempotencyKey}`).subarray(0, 10))
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const administrators = await readReaders(core, tx)
    const focal = administrators.find((reader) => reader.is_focal)
    const row = { ...said, id: newId(), codeHash: sha256(code), focalId: focal?.user_id ?? null, createdAt: now }
    const readers = readersAmong(administrators, row)
    if (readers.length === 0 || (said.about !== 'none' && !focal)) throw new AppError('no_focal_person')
    const [added] = await tx.insert(complaints).values(row).onConflictDoNothing().returning()
    if (!added) {
      const [earlier] = await tx.select().from(complaints).where(eq(complaints.codeHash, row.codeHash))
      if (earlier?.text !== said.text || earlier.kind !== said.kind || earlier.about !== said.about)
        throw new AppError('idempotency_key_reused')
      return code
    }
    const letter = {
      subject: 'A complaint came',
      paragraphs: ['Someone sent a complaint. Acknowledge it within 3 days, and answer it within 15.'],
      button: { text: 'Read it', address: '/admin/complaints' },
      closing: [],
    }
    for (const { email } of readers) await writeMail(core, tx, email, letter, now)
    return code
  })
}

/** Counts the open complaints that no one reads: the focal person left, or the setting names someone else. */
export async function countUnread(core: Pick<Core, 'env' | 'db'>): Promise<number> {
  const administrators = await readReaders(core, core.db)
  const open = await core.db.select().from(complaints).where(ne(complaints.state, 'answered'))
  return open.filter((complaint) => readersAmong(administrators, complaint).length === 0).length
}

/**
 * Reads how a complaint stands for the person with its code.
 * @param typed as it was written down: capitals, spaces and hyphens do not count
 * @throws AppError `not_found`
 */
export async function readStanding({ db }: Core, typed: string) {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const [found] = await db
    .select()
    .from(complaints)
    .where(eq(complaints.codeHash, sha256(code)))
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

/** Reads the complaints of an administrator, open ones first, and records with each that they read it. */
export function listComplaints(core: Core, userId: string) {
  return core.db.transaction(async (tx) => {
    const reader = await readerOf(core, tx, userId)
    const isAnswered = sql`${complaints.state} = 'answered'`
    const due = sql`complaint_due_at(${complaints.state}, ${complaints.createdAt})`
    const found = await tx
      .select()
      .from(complaints)
      .where(isReadBy(reader))
      .orderBy(isAnswered, sql`case when not ${isAnswered} then ${due} end`, desc(complaints.createdAt))
      .limit(SHOWN_MAX)
    const acts = found.map(({ id }) => act(id, userId, 'read', core.clock.now()))
    if (acts.length > 0) await tx.insert(complaintActs).values(acts).onConflictDoNothing()
    const items = []
    for (const complaint of found) items.push(await view(tx, complaint))
    return { items, is_focal: reader.is_focal }
  })
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

async function view(tx: Tx, complaint: Complaint) {
  const { id, about, text, contact, channel, enteredBy } = complaint
  const by = enteredBy === null ? null : await readPerson(tx, enteredBy)
  return { id, ...(await standingOf(tx, complaint)), about, text, contact, channel, entered_by: by }
}

/** @throws AppError `not_found`: no such complaint, or the caller does not read it */
export const acknowledge = (core: Core, userId: string, id: string) =>
  change(core, userId, id, ({ state }, now) =>
    state === 'received' ? { state: 'acknowledged', acknowledgedAt: now } : undefined,
  )

/** @throws AppError `not_found`: no such complaint, or the caller does not read it; `complaint_answered` */
export const answerComplaint = (core: Core, userId: string, id: string, text: string) =>
  change(core, userId, id, ({ state, acknowledgedAt }, now) => {
    if (state === 'answered') throw new AppError('complaint_answered')
    return { state: 'answered', acknowledgedAt: acknowledgedAt ?? now, answeredAt: now, answer: text }
  })

type Changed =
  | { readonly state: 'acknowledged'; readonly acknowledgedAt: Date }
  | { readonly state: 'answered'; readonly acknowledgedAt: Date; readonly answeredAt: Date; readonly answer: string }

function change(
  core: Core,
  userId: string,
  id: string,
  changed: (complaint: Complaint, now: Date) => Changed | undefined,
) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const mine = and(eq(complaints.id, id), isReadBy(await readerOf(core, tx, userId)))
    const [found] = await tx.select().from(complaints).where(mine).for('update')
    if (!found) throw new AppError('not_found', { detail: 'There is no such complaint.' })
    const columns = changed(found, now)
    if (!columns) return view(tx, found)
    await tx.update(complaints).set(columns).where(eq(complaints.id, id))
    await tx
      .insert(complaintActs)
      .values(act(id, userId, columns.state, now))
      .onConflictDoNothing()
    return view(tx, { ...found, ...columns })
  })
}
