/**
 * The ES256 keys that sign access tokens: created at the first start, stored encrypted, shared by all processes. An operator replaces
 * them when one may have leaked, and the old one is refused at once.
 */
import type { KeyObject } from 'node:crypto'
import { desc, inArray } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { decrypt, encrypt } from '../../platform/crypto.ts'
import { invariant } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { signingKeys as table } from './schema.ts'

/** How long an access token is valid. */
export const TOKEN_SECONDS = 3600
/** How long a process may miss a rotation. */
const LOOKED_UP_FOR = minutes(1)

/** A public key as published in the key set. */
export interface PublicKey {
  kty: string
  crv: string
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
  key_ops: ['verify']
}

interface LoadedKey {
  kid: string
  publicJwk: PublicKey
  publicKey: CryptoKey
  /** Null if SECRET_KEY has changed since: the key can still verify tokens. */
  privateKey: CryptoKey | null
  signsFrom: Date
}

/** The instance's keys for access tokens (ES256), shared by all processes through the database. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>
  /** The published key with this id, or undefined. */
  find(kid: string): Promise<CryptoKey | undefined>
  published(): Promise<PublicKey[]>
}

/** Caches the keys for a minute. An unknown id triggers another lookup, at most once a second. */
export function createSigningKeys(core: Core): SigningKeys {
  let loaded: Promise<LoadedKey[]> | undefined
  let loadedAt = 0
  let missedAt = 0
  const keys = async () => {
    const now = core.clock.now().getTime()
    if (!loaded || Math.abs(now - loadedAt) > LOOKED_UP_FOR) {
      loadedAt = now
      loaded = loadKeys(core)
      // Do not cache the failure of a database that was briefly unavailable.
      loaded.catch(() => (loaded = undefined))
    }
    return loaded
  }
  const current = async () => {
    const now = core.clock.now()
    const found = (await keys()).find((key) => key.signsFrom <= now && key.privateKey)
    if (found?.privateKey) return { kid: found.kid, privateKey: found.privateKey }
    // The first start, or SECRET_KEY has changed.
    await insertKey(core)
    loaded = undefined
    const made = (await keys()).find((key) => key.privateKey)
    invariant(made?.privateKey, 'a key that was just created can sign')
    return { kid: made.kid, privateKey: made.privateKey }
  }
  return {
    current,
    async find(kid) {
      const known = (await keys()).find((key) => key.kid === kid)
      if (known) return known.publicKey
      // Another process may have created it since our last lookup: two that start together create one each. Limited, so that made-up
      // ids cannot make us query constantly. Those who ask meanwhile wait for the same lookup.
      const now = core.clock.now().getTime()
      if (Math.abs(now - missedAt) >= seconds(1)) {
        missedAt = now
        loaded = undefined
      }
      return (await keys()).find((key) => key.kid === kid)?.publicKey
    },
    async published() {
      await current()
      return (await keys()).map((key) => key.publicJwk)
    },
  }
}

/**
 * Replaces the signing key. Access tokens of the old one are refused as soon as every process has looked the keys up again.
 * @returns a sentence for the operator
 */
export async function rotateSigningKeys(core: Core): Promise<string> {
  const kid = await core.db.transaction(async (tx) => {
    await tx.delete(table)
    return insertKey({ ...core, db: tx })
  })
  return `A new signing key (${kid}) signs from now on. Within a minute every access token from before is refused. People stay signed in: their browsers get new access tokens. To end every session as well: npm run admin -- sign-out-everybody`
}

async function insertKey({
  db,
  keys,
  clock,
}: Pick<Core, 'keys' | 'clock'> & { db: Pick<Tx, 'insert'> }): Promise<string> {
  const now = clock.now()
  const pair = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = PublicJwk.parse(await exportJWK(pair.publicKey))
  const kid = await calculateJwkThumbprint({ kty, crv, x, y })
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  await db.insert(table).values({
    kid,
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
    privateSealed: encrypt(keys.encryption, Buffer.from(privateJwk)),
    signsFrom: now,
    createdAt: now,
  })
  return kid
}

const PublicJwk = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() })
const StoredJwk = PublicJwk.extend({ kid: z.string() })

/** The published keys, latest first. If two were created at the same start, all processes use the same one. */
async function loadKeys({ db, keys, log }: Core): Promise<LoadedKey[]> {
  const found = await db.select().from(table).orderBy(desc(table.signsFrom), desc(table.kid))
  return Promise.all(
    found.map(async ({ kid, publicJwk: stored, privateSealed, signsFrom }): Promise<LoadedKey> => {
      const { kty, crv, x, y } = StoredJwk.parse(stored)
      const publicJwk: PublicKey = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
      const publicKey = await importKey({ kty, crv, x, y })
      const opened = open(keys.encryption, privateSealed)
      if (!opened) log.warn({ kid }, 'a signing key cannot be opened with this SECRET_KEY; it is only published')
      return { kid, publicJwk, publicKey, privateKey: opened && (await importKey(opened)), signsFrom }
    }),
  )
}

/** Whether SECRET_KEY can decrypt the latest key; true if there is no key yet. */
export async function canDecryptSigningKeys({ db, keys }: Core): Promise<boolean> {
  const [latest] = await db.select().from(table).orderBy(desc(table.createdAt)).limit(1)
  return !latest || open(keys.encryption, latest.privateSealed) !== null
}

function open(key: KeyObject, sealed: Buffer): JWK | null {
  try {
    return PublicJwk.extend({ d: z.string() }).parse(JSON.parse(decrypt(key, sealed).toString()))
  } catch {
    return null
  }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  invariant(key instanceof CryptoKey, 'an elliptic curve key is a CryptoKey')
  return key
}

/** Deletes keys whose last token has expired. */
export const signingKeysCleanup: Job = {
  name: 'auth.signing-keys',
  everyMilliseconds: hours(1),
  async run({ db, clock }) {
    const now = clock.now()
    const found = await db.select().from(table).orderBy(desc(table.signsFrom))
    // A key ends when its successor starts to sign. Its last token lives another hour, plus a margin for clock differences.
    const done = found.flatMap(({ kid }, place) => {
      const successor = found[place - 1]
      return successor && after(successor.signsFrom, TOKEN_SECONDS * 1000 + minutes(10)) <= now ? [kid] : []
    })
    if (done.length > 0) await db.delete(table).where(inArray(table.kid, done))
  },
}
