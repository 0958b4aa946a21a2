/**
 * Stores a typed request encrypted until its code is entered. The key is derived from the secret in the person's page, of which the database
 * has only a hash: neither it nor a backup opens a bundle.
 */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { and, count, eq, gt, isNotNull, lte, ne, sql, sum } from 'drizzle-orm'
import { z } from 'zod'
import { LANGUAGE_TAGS } from '../../../contract/platform/language-tags.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { hmacSha256, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { openBytes, openText, sealBytes, sealText } from '../../platform/encryption/sealed-bytes.ts'
import type { PostedFile } from '../../platform/http/multipart.ts'
import { invariant } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { plainName } from '../../record/profiles/profiles.ts'
import { FORM_VALID_FOR } from './form-token.ts'
import { PlainRefusal } from './refusals.ts'
import { plainRequests } from './schema.ts'

const WAITS = minutes(60)
/** Caps on all waiting bundles of this instance: 120 MB, 1,000 bundles. */
const WAITING_BYTES_MAX = 120 * 1024 * 1024
const WAITING_MAX = 1000
/** One network may take a quarter of both: browsers that render on a server share few. */
const NETWORKS = 4

/** Typed fields of a request: the telephone in digits with the country code, the amount in kobo. */
const Asked = z.object({
  name: z.string(),
  phone: z.string(),
  place: z.string(),
  kind: z.string(),
  amount: z.string().nullable(),
  /** Versions of the privacy notice and the terms that the form led to. Forms of the version before name none. */
  privacy: z.string().nullable().default(null),
  terms: z.string().nullable().default(null),
  /** Language of the form; null: English. */
  language: z.enum(LANGUAGE_TAGS).nullable().default(null),
})
export type Asked = z.output<typeof Asked>

/** Bytes of each photo, and the places of their fields, which the version before did not store. */
const Sealed = Asked.extend({ photos: z.array(z.number()), places: z.array(z.number()).default([]) })

const Answer = z.object({
  caseNumber: z.string(),
  /** By when we decide, as an ISO time. */
  dueAt: z.string().nullable(),
  /** Why photos were not taken. */
  notTaken: z.array(z.string()),
  /** A keyed hash of who asked for what, by {@link askerOf}. Null of forms that the version before sent. */
  asker: z.string().nullable().default(null),
})
/** Facts for the confirmation page. */
export type Answer = z.output<typeof Answer>

/** Tells a form that is posted twice from that of the next person, who went back to it on the same phone. */
export const askerOf = ({ keys }: Pick<Core, 'keys'>, { name, phone, kind }: Pick<Asked, 'name' | 'phone' | 'kind'>) =>
  hmacSha256(keys.plainForms, `asker ${phone} ${kind} ${plainName(name)}`).toString('base64url')

export interface Waiting {
  readonly is: 'waiting'
  readonly asked: Asked
  readonly photos: readonly PostedFile[]
  /** The account whose number was proven; null while the code is not typed. */
  readonly userId: string | null
  readonly createdAt: Date
}
export type Bundle = Waiting | { readonly is: 'sent'; readonly answer: Answer }

const idOf = (secret: string) => sha256(`plain request ${secret}`)
const keyOf = ({ keys }: Pick<Core, 'keys'>, secret: string): KeyObject =>
  createSecretKey(hmacSha256(keys.plainForms, `seal ${secret}`))
const contextOf = (secret: string, what: string) => ['plain request', idOf(secret).toString('hex'), what]

/**
 * Encrypts and stores a request for 60 minutes; a repeat of the same form replaces it.
 * @param network a keyed hash
 * @returns false for a form whose code was typed: it stays as it is
 * @throws PlainRefusal `full`
 */
export async function sealBundle(
  core: Core,
  secret: string,
  { asked, photos }: Pick<Waiting, 'asked' | 'photos'>,
  network: Buffer,
): Promise<boolean> {
  const lengths = { photos: photos.map(({ bytes }) => bytes.length), places: photos.map(({ place }) => place) }
  const head = Buffer.from(JSON.stringify({ ...asked, ...lengths }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const sealed = sealBytes(
    keyOf(core, secret),
    contextOf(secret, 'request'),
    Buffer.concat([length, head, ...photos.map(({ bytes }) => bytes)]),
  )
  const now = core.clock.now()
  const facts = { network, sealed, bytes: sealed.length, createdAt: now, expiresAt: after(now, WAITS) }
  return core.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('plain requests'))`)
    await requireSpace(tx, { id: idOf(secret), network, bytes: sealed.length, now })
    const held = await tx
      .insert(plainRequests)
      .values({ id: idOf(secret), ...facts })
      .onConflictDoUpdate({
        target: plainRequests.id,
        set: facts,
        setWhere: sql`${plainRequests.sealed} is not null and ${plainRequests.account} is null`,
      })
      .returning({ id: plainRequests.id })
    return held.length > 0
  })
}

async function requireSpace(
  tx: Tx,
  {
    id,
    network,
    bytes,
    now,
  }: { readonly id: Buffer; readonly network: Buffer; readonly bytes: number; readonly now: Date },
): Promise<void> {
  const isNear = sql`(${plainRequests.network} = ${network})`
  const waiting = and(isNotNull(plainRequests.sealed), gt(plainRequests.expiresAt, now), ne(plainRequests.id, id))
  const [others] = await tx
    .select({
      bundles: count(),
      bytes: sum(plainRequests.bytes).mapWith(Number),
      near: sql`count(*) filter (where ${isNear})`.mapWith(Number),
      nearBytes: sql`sum(${plainRequests.bytes}) filter (where ${isNear})`.mapWith(Number),
    })
    .from(plainRequests)
    .where(waiting)
  invariant(others, 'a count is one row')
  const isFull = others.bundles >= WAITING_MAX || others.bytes + bytes > WAITING_BYTES_MAX
  const isNearFull = others.near >= WAITING_MAX / NETWORKS || others.nearBytes + bytes > WAITING_BYTES_MAX / NETWORKS
  if (isFull || isNearFull) throw new PlainRefusal('full')
}

/** @throws PlainRefusal `expired`, also for a form that was never sent */
export async function openBundle(core: Core, secret: string): Promise<Bundle> {
  const bundle = await findBundle(core, secret)
  if (!bundle) throw new PlainRefusal('expired')
  return bundle
}

/** @param tx locks it until its transaction ends */
export async function findBundle(core: Core, secret: string, tx?: Tx): Promise<Bundle | null> {
  const one = (tx ?? core.db)
    .select()
    .from(plainRequests)
    .where(and(eq(plainRequests.id, idOf(secret)), gt(plainRequests.expiresAt, core.clock.now())))
  const [row] = await (tx ? one.for('update') : one)
  if (!row) return null
  const key = keyOf(core, secret)
  if (row.answer)
    return { is: 'sent', answer: Answer.parse(JSON.parse(openText(key, contextOf(secret, 'answer'), row.answer))) }
  invariant(row.sealed, 'a bundle holds what was typed, or the answer')
  const plain = openBytes(key, contextOf(secret, 'request'), row.sealed)
  const start = 4 + plain.readUInt32BE(0)
  const { photos: lengths, places, ...asked } = Sealed.parse(JSON.parse(plain.toString('utf8', 4, start)))
  let end = start
  const photos = lengths.map((length, index) => ({
    place: places[index] ?? index + 1,
    bytes: plain.subarray(end, (end += length)),
  }))
  const userId = row.account && openText(key, contextOf(secret, 'account'), row.account)
  return { is: 'waiting', asked, photos, userId, createdAt: row.createdAt }
}

/** Notes the account that the code of a locked bundle proved. */
export async function markProven(core: Core, tx: Tx, secret: string, userId: string): Promise<void> {
  const account = sealText(keyOf(core, secret), contextOf(secret, 'account'), userId)
  await tx
    .update(plainRequests)
    .set({ account })
    .where(eq(plainRequests.id, idOf(secret)))
}

/** Deletes what was typed, and keeps the answer for a second post. */
export async function closeBundle(core: Core, secret: string, answer: Answer): Promise<void> {
  const sealed = sealText(keyOf(core, secret), contextOf(secret, 'answer'), JSON.stringify(answer))
  await core.db
    .update(plainRequests)
    .set({ sealed: null, account: null, bytes: 0, answer: sealed, expiresAt: after(core.clock.now(), FORM_VALID_FOR) })
    .where(and(eq(plainRequests.id, idOf(secret)), isNotNull(plainRequests.sealed)))
}

export const plainRequestsCleanup: Job = {
  name: 'plain-requests.cleanup',
  everyMilliseconds: minutes(1),
  async run({ db, clock }) {
    await db.delete(plainRequests).where(lte(plainRequests.expiresAt, clock.now()))
  },
}
