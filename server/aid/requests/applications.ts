/** Requests for aid: sending one, and what its applicant sees. */
import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { mostOf, type ApplicationType, type Urgency } from '../../../contract/aid/application-fields.ts'
import type { Channel, HelperRelation } from '../../../contract/aid/handling-fields.ts'
import { mostSentence } from '../../../contract/platform/offered-bounds.ts'
import { offeredTypes, TYPE_CLOSED_SENTENCE } from '../../../contract/aid/offered-types.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, invariant, refusedField } from '../../platform/errors.ts'
import { requirePolicyVersion } from '../../platform/rendering/policies.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { cutPage, readCursor } from '../../platform/http/cursor.ts'
import { newId } from '../../platform/ids.ts'
import { requireKind } from '../../platform/organisation.ts'
import { getProfile } from '../../record/profiles/profiles.ts'
import type { Profile } from '../../record/profiles/schema.ts'
import { attachDocuments, type SubmittedDocument } from './application-documents.ts'
import { insertNote } from './notes.ts'
import { tellNews } from './request-mail.ts'
import { requireRoom } from './room.ts'
import { aidApplications, applicationEvents, type Application } from './schema.ts'
import { noSuchRequest } from './wake.ts'

/** The content of a request. */
export interface AidRequest {
  applicationType: ApplicationType
  description: string
  /** In kobo. */
  amountRequested: Kobo | null
  /** Null: the address in the profile. */
  location: string | null
  urgency: Urgency | null
  documents: readonly SubmittedDocument[]
  /** The version of the privacy notice that was shown; null if the client named none. */
  privacyVersion: string | null
  /** The version of the terms that was accepted; null if the client named none. */
  termsVersion: string | null
  /** Language of the form; null: English. */
  language: LanguageTag | null
}

/** The headers of the submission. */
export interface Sent {
  idempotencyKey: string
  /** The origins of this instance's URLs. */
  origins: readonly string[]
}

/**
 * Sends a request for aid: its row, its documents as evidence, the first step of its timeline and the confirmation mail, in one
 * transaction. The same Idempotency-Key returns the same request.
 * @throws AppError `invalid_input` (not the applicant's document, no location, or a kind or an amount that is not offered), `idempotency_key_reused`,
 *   `unauthorized` (the account is closed by now), `too_many_open_requests`
 */
export async function submitApplication(
  core: Core,
  caller: Pick<Caller, 'userId' | 'email'>,
  request: AidRequest,
  { idempotencyKey, origins }: Sent,
): Promise<Application> {
  const sent = { requestHash: hashRequest(request), idempotencyKeyHash: sha256(idempotencyKey) }
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, caller.userId, 'no key update')
    const origin = {
      ...sent,
      channel: 'self',
      enteredBy: null,
      helperRelation: null,
      beyondReason: null,
      origins,
      now,
    } as const
    const added = await addRequest(core, tx, { applicant, email: caller.email }, request, origin)
    return added ?? findByIdempotencyKey(tx, caller.userId, sent.idempotencyKeyHash, sent.requestHash)
  })
}

/** How a request came. */
export interface Origin {
  readonly idempotencyKeyHash: Buffer
  readonly requestHash: Buffer
  readonly channel: Channel
  /** The member of staff who entered it, or the helper who asked for the applicant. */
  readonly enteredBy: string | null
  /** Null where no helper asked. */
  readonly helperRelation: HelperRelation | null
  /** Why staff enters it beyond what a household may have; it becomes a note. */
  readonly beyondReason: string | null
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
  readonly now: Date
}

/**
 * Adds the request of an applicant whose account is locked ({@link lockApplicant}): its row, its documents, its first step and the
 * confirmation mail.
 * @returns null when its Idempotency-Key was used before
 * @throws AppError `invalid_input` (not the applicant's document, no location, no such privacy notice or terms, or a kind or an amount that is not offered),
 *   `too_many_open_requests`
 */
export async function addRequest(
  core: Core,
  tx: Tx,
  { applicant, email }: { readonly applicant: Profile; readonly email: string },
  request: AidRequest,
  { origins, now, beyondReason, ...origin }: Origin,
): Promise<Application | null> {
  const { userId } = applicant
  requireKind(core.organisation, request.applicationType, 'application_type')
  await requirePolicyVersion(tx, 'privacy', request.privacyVersion)
  await requirePolicyVersion(tx, 'terms', request.termsVersion)
  const isBeyond = await requireRoom(tx, userId, { ...origin, beyondReason, now })
  const { documents, location, ...content } = request
  const values = { ...content, ...origin, userId, beneficiaryId: applicant.id, createdAt: now }
  const [added] = await tx
    .insert(aidApplications)
    .values({ id: newId(), location: location ?? requireAddress(applicant), ...values })
    .onConflictDoNothing()
    .returning()
  if (!added) return null
  // After the insert: a repeat of a request that was taken is answered as it was.
  requireOffered(core, content)
  const attachment = { applicationId: added.id, userId, paperRequestId: null, attached: [] }
  await attachDocuments(tx, { ...attachment, field: 'documents_provided', origins, now }, documents)
  await recordSubmission(tx, added)
  if (isBeyond && origin.enteredBy !== null) {
    const note = { id: newId(), applicationId: added.id, userId: origin.enteredBy, createdAt: now }
    await insertNote(core, tx, userId, { ...note, text: `Entered beyond the limit: ${beyondReason}` })
  }
  await tellNews(core, tx, { userId, email, applicationId: added.id }, 'received', now)
  return added
}

/** The applicant, whose account stays open until the transaction ends. Take this lock first ({@link lockOpenAccount}). */
export async function lockApplicant(
  tx: Tx,
  userId: string,
  lock: 'key share' | 'no key update' = 'key share',
): Promise<Profile> {
  if (!(await lockOpenAccount(tx, userId, lock))) throw new AppError('unauthorized')
  return getProfile({ db: tx }, userId)
}

type Bound = Pick<Core, 'organisation'>

/** @throws AppError `invalid_input`: no one can ask for this kind of aid now, or for so much */
export function requireOffered(
  core: Bound,
  { applicationType, amountRequested }: Pick<AidRequest, 'applicationType' | 'amountRequested'>,
): void {
  requireKind(core.organisation, applicationType, 'application_type')
  if (!offeredTypes(core.organisation.shown.aid).includes(applicationType))
    throw refusedField('application_type', TYPE_CLOSED_SENTENCE)
  requireAmount(core, amountRequested)
}

/** @throws AppError `invalid_input`: more than a request may ask for */
export function requireAmount({ organisation }: Bound, amount: Kobo | null): void {
  const { aid } = organisation.shown
  if (amount !== null && amount > mostOf(aid)) throw refusedField('amount_requested', mostSentence(aid))
}

function requireAddress({ address }: { address: string }): string {
  if (address !== '') return address
  throw refusedField('location', 'Enter your location. Your profile has no address.')
}

async function findByIdempotencyKey(tx: Tx, userId: string, idempotencyKeyHash: Buffer, requestHash: Buffer) {
  const [earlier] = await tx
    .select()
    .from(aidApplications)
    .where(and(eq(aidApplications.userId, userId), eq(aidApplications.idempotencyKeyHash, idempotencyKeyHash)))
  invariant(earlier, 'a used key has its request')
  if (!earlier.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
  return earlier
}

async function recordSubmission(tx: Tx, { id, userId, enteredBy, createdAt }: Application): Promise<void> {
  const step = { id: newId(), applicationId: id, userId: enteredBy ?? userId, fromStatus: null }
  await tx.insert(applicationEvents).values({ ...step, toStatus: 'pending', createdAt })
}

/** Hashes the body only: the address in the profile may change between two attempts. */
export function hashRequest(request: AidRequest): Buffer {
  const { applicationType, description, amountRequested, location, urgency, documents } = request
  const amount = amountRequested === null ? null : String(amountRequested)
  const named = documents.map(({ url, label }) => [url, label])
  return sha256(JSON.stringify([applicationType, description, amount, location, urgency, named]))
}

/**
 * A page of a person's requests: first those that wait for documents, each newest first.
 * @throws AppError `invalid_input`: not a cursor of this list
 */
export async function listApplications({ db }: Core, userId: string, limit: number, cursor: string | undefined) {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  const found = await db
    .select()
    .from(aidApplications)
    .where(
      and(
        eq(aidApplications.userId, userId),
        isNull(aidApplications.erasedAt),
        from &&
          sql`(${isWaiting}, ${aidApplications.createdAt}, ${aidApplications.id})
            < (${wasWaiting(from.id)}, ${from.createdAt.toISOString()}::timestamptz, ${from.id}::uuid)`,
      ),
    )
    .orderBy(desc(isWaiting), desc(aidApplications.createdAt), desc(aidApplications.id))
    .limit(limit + 1)
  return cutPage(found, limit)
}

const isWaiting = sql`(${aidApplications.waitingSince} is not null)`

/** Whether the last row of the page before waits. Read anew, because the cursor does not say. */
function wasWaiting(id: string) {
  return sql`coalesce((select last.waiting_since is not null from aid_applications last where last.id = ${id}::uuid), false)`
}

/** @throws AppError `not_found`: not this person's request */
export async function getApplication({ db }: Core, userId: string, id: string): Promise<Application> {
  const [found] = await db
    .select()
    .from(aidApplications)
    .where(and(eq(aidApplications.id, id), eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt)))
  if (!found) throw noSuchRequest()
  return found
}

/** A step that was taken back before its letter was sent, or that took one back. */
export const isTakenBack = sql<boolean>`(application_events.takes_back is not null or exists (
  select from application_events as later where later.takes_back = application_events.id))`

/** The timelines of several requests, oldest step first. What was taken back is not in it. */
export async function readTimeline({ db }: Pick<Core, 'db'>, applicationIds: readonly string[]) {
  return db
    .select({
      applicationId: applicationEvents.applicationId,
      status: applicationEvents.toStatus,
      reason: applicationEvents.reason,
      createdAt: applicationEvents.createdAt,
    })
    .from(applicationEvents)
    .where(and(inArray(applicationEvents.applicationId, [...applicationIds]), not(isTakenBack)))
    .orderBy(asc(applicationEvents.createdAt), asc(applicationEvents.id))
}
