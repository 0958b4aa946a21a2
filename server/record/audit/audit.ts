/**
 * The audit: who did what, when, and what it changed. A row is written in the same transaction as the action. The database refuses to
 * change or delete rows.
 */
import { and, eq, getTableColumns, gt } from 'drizzle-orm'
import { z } from 'zod'
import { LOOK_HOURS } from '../../../contract/platform/administration.ts'
import { AUDIT_FIELDS, type AuditAction, type AuditSubject } from '../../../contract/platform/admin-fields.ts'
import type { Role } from '../../../contract/record/profile-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { newId } from '../../platform/ids.ts'
import { auditEvents, type AuditedFields } from './schema.ts'

/** The administrator behind one request. */
export interface Administering {
  readonly userId: string
  readonly role: Role
  readonly requestId: string
}

/** For calls behind the guard `admin`. */
export function administering({ caller, requestId }: { caller: Caller; requestId: string }): Administering {
  return { userId: caller.userId, role: caller.role, requestId }
}

/** A person who acts about themselves. */
interface Applicant {
  readonly applicantId: string
}

/** Only the listed fields, and only short values. */
const Allowed = z.partialRecord(z.enum(AUDIT_FIELDS), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))

export interface AuditEntry {
  /** The operator and the system (a job of ours) have no account and make no request. */
  readonly by: Administering | Applicant | 'operator' | 'system'
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly subjectId: string
  /** Whose data it is about, by user id: they see who opened it. */
  readonly personId?: string
  readonly before?: AuditedFields
  readonly after?: AuditedFields
}

const insertEvent = prepared('audit_insert', getTableColumns(auditEvents), (db, values) =>
  db.insert(auditEvents).values(values),
)

/**
 * Records an action in its own transaction, or on `db` what was read, in one statement.
 * @throws ZodError for a field that the audit may not keep, which is a bug in the caller
 */
export async function recordAudit(tx: Db | Tx, entry: AuditEntry, now: Date): Promise<void> {
  const { by, action, subject, subjectId, personId, before, after } = entry
  await insertEvent(tx, {
    id: newId(),
    ...actorOf(by),
    action,
    subject,
    subjectId,
    before: before ? Allowed.parse(before) : null,
    after: after ? Allowed.parse(after) : null,
    createdAt: now,
    personId: personId ?? null,
  })
}

type Reading = AuditEntry & { readonly by: Administering }

/** Records that someone read this: each time it is shown to them, and not when the page that shows it loads it again. */
export async function recordReading(tx: Db | Tx, entry: Reading, isAgain: boolean, now: Date): Promise<void> {
  if (isAgain && (await isLookedAt(tx, entry, after(now, -hours(LOOK_HOURS))))) return
  await recordAudit(tx, entry, now)
}

async function isLookedAt(tx: Db | Tx, { by, action, subjectId }: Reading, since: Date): Promise<boolean> {
  const { id, actorId, createdAt } = auditEvents
  const look = and(
    eq(auditEvents.subjectId, subjectId),
    eq(actorId, by.userId),
    eq(auditEvents.action, action),
    gt(createdAt, since),
  )
  return (await tx.select({ id }).from(auditEvents).where(look).limit(1)).length > 0
}

function actorOf(by: AuditEntry['by']) {
  const noOne = { actorId: null, actorRole: null, requestId: null }
  if (typeof by === 'string') return { ...noOne, actorKind: by }
  if ('applicantId' in by) return { ...noOne, actorKind: 'applicant' as const, actorId: by.applicantId }
  return { actorKind: 'administrator' as const, actorId: by.userId, actorRole: by.role, requestId: by.requestId }
}
