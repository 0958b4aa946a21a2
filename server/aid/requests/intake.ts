/** Requests that staff enter, or a helper, for people who cannot send them. The person who entered a request cannot decide it. */
import { and, eq } from 'drizzle-orm'
import type { HelperRelation, IntakeChannel } from '../../../contract/aid/handling-fields.ts'
import type { AuditEntry } from '../../record/audit/audit.ts'
import { insertPerson } from '../../people/sign-in/new-account.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { canSignIn, readPerson } from '../../people/sign-in/people.ts'
import { copyDocuments, deleteCopies, deleteOriginals, findUploaded } from '../documents/hand-over.ts'
import type { Documents } from '../documents/documents.ts'
import type { Document } from '../documents/schema.ts'
import { hasEnded } from '../../people/households/ended.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { fillProfile } from '../../record/profiles/profiles.ts'
import { profiles } from '../../record/profiles/schema.ts'
import {
  addRequest,
  hashRequest,
  lockApplicant,
  requireOffered,
  type AidRequest,
  type Origin,
  type Sent,
} from './applications.ts'
import { auditRequest } from './audit-request.ts'
import { requireHelperRoom, tellHelped } from './helpers.ts'
import { aidApplications, type Application } from './schema.ts'

/** Whom a request is for: a beneficiary by the id of their profile, or someone new, who gets a profile without sign-in. */
export type IntakePerson =
  | { readonly is: 'known'; readonly id: string }
  | { readonly is: 'new'; readonly full_name: string; readonly phone: string; readonly address: string }

export interface Entry {
  readonly channel: IntakeChannel | 'helper'
  /** Null where staff enter it. */
  readonly helperRelation: HelperRelation | null
  readonly person: IntakePerson
  /** The request, whose documents are the caller's. */
  readonly request: AidRequest
  /** Why it is entered beyond what a household may have. */
  readonly beyondReason: string | null
}

/** Whoever enters a request: staff, or a helper with an account of their own. */
export interface Entering {
  readonly userId: string
  readonly audited: AuditEntry['by']
}

const FIELD = 'documents_provided'
const NO_SUCH = { detail: 'There is no such beneficiary.' }

/**
 * Enters a request for a person. Their papers are first copied into their own folder, then the request is added and the caller's
 * copies are deleted in one transaction. The same Idempotency-Key enters it once and returns it: a repeated call continues with the
 * person and the copies that an interrupted one has left.
 * @throws AppError `not_found` (no such beneficiary, or their account is closed), `own_request`, `invalid_input`,
 *   `too_many_open_requests`, `idempotency_key_reused`
 */
export async function enterRequest(
  core: Documents,
  by: Entering,
  entry: Entry,
  { idempotencyKey, origins }: Sent,
): Promise<{ application: Application; fullName: string; hasSignIn: boolean }> {
  const idempotencyKeyHash = sha256(idempotencyKey)
  const requestHash = sha256(
    JSON.stringify([entry.helperRelation ?? entry.channel, entry.person, hashRequest(entry.request).toString('hex')]),
  )
  const sent = { idempotencyKeyHash, requestHash }
  const earlier = await findEntered(core.db, by, sent)
  if (earlier) return named(core.db, earlier)
  // Before a person is added for it.
  requireOffered(core, entry.request)
  const urls = entry.request.documents.map(({ url }) => url)
  const originals = await findUploaded(core, { uploaderId: by.userId, urls, origins, field: FIELD })
  const userId = await core.db.transaction(async (tx) => {
    if (entry.channel === 'helper') await requireHelperRoom(tx, by.userId, core.clock.now())
    return findOrAddPerson(core, tx, by, entry.person, idempotencyKeyHash)
  })
  const copies = await copyDocuments(core, userId, originals, FIELD)
  const documents = entry.request.documents.map(({ label }, place) => ({ url: copies[place]?.path ?? '', label }))
  const { channel, helperRelation, beyondReason } = entry
  const how = { channel, helperRelation, enteredBy: by.userId, beyondReason }
  const origin = { ...sent, ...how, origins, now: core.clock.now() }
  try {
    return await core.db.transaction((tx) =>
      addEntered(core, tx, by, { userId, originals, origin, request: { ...entry.request, documents } }),
    )
  } catch (error) {
    if (error instanceof AppError) await deleteCopies(core, userId, copies)
    throw error
  }
}

interface Prepared {
  /** The applicant. */
  readonly userId: string
  /** With the copies of the papers. */
  readonly request: AidRequest
  readonly originals: readonly Document[]
  readonly origin: Origin
}

async function addEntered(core: Documents, tx: Tx, by: Entering, prepared: Prepared) {
  const { userId, request, originals, origin } = prepared
  const applicant = await lockApplicant(tx, userId, 'no key update')
  // Merged with another profile since they were chosen.
  if (await hasEnded(tx, userId)) throw new AppError('not_found', NO_SUCH)
  if (origin.channel === 'helper') await requireHelperRoom(tx, by.userId, origin.now)
  const { email } = await readPerson(tx, userId)
  const application = await addRequest(core, tx, { applicant, email }, request, origin)
  if (!application) {
    const first = await findEntered(tx, by, origin)
    // The applicant's own request has used the key.
    if (!first) throw new AppError('idempotency_key_reused')
    return named(tx, first)
  }
  await deleteOriginals(tx, originals, { field: FIELD, now: origin.now })
  const acted = { by: by.audited, now: origin.now }
  await auditRequest(tx, acted, 'application.entered', application.id, { personId: userId })
  if (origin.channel === 'helper') await tellHelped(core, tx, { userId, helperId: by.userId, application })
  return named(tx, application)
}

interface Hashes {
  readonly idempotencyKeyHash: Buffer
  readonly requestHash: Buffer
}

async function findEntered(db: Db | Tx, by: Entering, { idempotencyKeyHash, requestHash }: Hashes) {
  const [found] = await db
    .select()
    .from(aidApplications)
    .where(and(eq(aidApplications.enteredBy, by.userId), eq(aidApplications.idempotencyKeyHash, idempotencyKeyHash)))
  if (found && !found.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
  return found
}

async function named(db: Db | Tx, application: Application) {
  const { full_name: fullName } = await readPerson(db, application.userId)
  return { application, fullName, hasSignIn: await canSignIn(db, application.userId) }
}

/** @returns the user id */
async function findOrAddPerson(core: Documents, tx: Tx, by: Entering, person: IntakePerson, key: Buffer) {
  if (person.is === 'known') return findBeneficiary(tx, by, person.id)
  const now = core.clock.now()
  // The same for a repeated call, which must not add the person again.
  const userId = idFrom([by.userId, key.toString('hex'), person])
  await insertPerson(tx, userId, person.full_name, now)
  await fillProfile(tx, userId, { phone: person.phone, address: person.address }, now)
  return userId
}

async function findBeneficiary(tx: Tx, { userId }: Entering, id: string): Promise<string> {
  const [found] = await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.id, id))
  if (found?.userId === userId) throw new AppError('own_request')
  if (!found || !(await lockOpenAccount(tx, found.userId, 'key share')) || (await hasEnded(tx, found.userId))) {
    throw new AppError('not_found', NO_SUCH)
  }
  return found.userId
}

/** A UUID of version 8: its bits are a hash. */
function idFrom(parts: readonly unknown[]): string {
  const bytes = sha256(JSON.stringify(parts)).subarray(0, 16)
  const [version, variant] = [bytes[6], bytes[8]]
  invariant(version !== undefined && variant !== undefined, 'a hash has 32 bytes')
  bytes[6] = (version & 0x0f) | 0x80
  bytes[8] = (variant & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
