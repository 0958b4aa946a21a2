/**
 * A random key for each person, which encrypts what is most sensitive about them. It is stored wrapped by a key derived from SECRET_KEY;
 * deleting it makes every copy of the data unreadable, except where an old backup still has the wrapped key.
 */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { Core } from '../core.ts'
import type { Keys } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { AppError } from '../errors.ts'
import { dataKeys } from './schema.ts'
import { openBytes, sealBytes } from './sealed-bytes.ts'

type WrappingKey = Pick<Keys, 'dataKeys'>

const contextOf = (userId: string) => ['data key', userId]

/**
 * Finds a person's key, or creates it.
 * @param tx must hold a lock on the person's open account, so that a closed account gets no new key
 * @throws AppError `unavailable` if it was wrapped under another SECRET_KEY
 */
export async function getDataKey(keys: WrappingKey, tx: Tx, userId: string, now: Date): Promise<KeyObject> {
  const found = await findDataKey(keys, tx, userId)
  if (found) return found
  const wrapped = sealBytes(keys.dataKeys, contextOf(userId), randomBytes(32))
  await tx.insert(dataKeys).values({ userId, wrapped, createdAt: now }).onConflictDoNothing()
  // Another transaction may have been first.
  const stored = await findDataKey(keys, tx, userId)
  if (!stored) throw new AppError('unavailable')
  return stored
}

const selectKey = prepared('find_data_key', { userId: dataKeys.userId }, (db, { userId }) =>
  db.select().from(dataKeys).where(eq(dataKeys.userId, userId)),
)

/**
 * @returns null if the person has no key: nothing of theirs is encrypted, or the key was erased
 * @throws AppError `unavailable` if it was wrapped under another SECRET_KEY
 */
export async function findDataKey(keys: WrappingKey, db: Db | Tx, userId: string): Promise<KeyObject | null> {
  const [found] = await selectKey(db, { userId })
  return found ? unwrapDataKey(keys, userId, found.wrapped) : null
}

/** Erases a person's key. What it encrypted can never be read again. */
export async function eraseDataKey(tx: Tx, userId: string): Promise<void> {
  await tx.delete(dataKeys).where(eq(dataKeys.userId, userId))
}

/** @throws AppError `unavailable` if it was wrapped under another SECRET_KEY */
export function unwrapDataKey({ dataKeys }: WrappingKey, userId: string, wrapped: Buffer): KeyObject {
  try {
    return createSecretKey(openBytes(dataKeys, contextOf(userId), wrapped))
  } catch (cause) {
    throw new AppError('unavailable', { detail: 'This was encrypted under another SECRET_KEY.', cause })
  }
}

/** Whether SECRET_KEY opens the oldest and the latest data key; true if there are none. */
export async function canReadEncryptedData({ db, keys }: Pick<Core, 'db' | 'keys'>): Promise<boolean> {
  const ends = await Promise.all([
    db.select().from(dataKeys).orderBy(asc(dataKeys.createdAt)).limit(1),
    db.select().from(dataKeys).orderBy(desc(dataKeys.createdAt)).limit(1),
  ])
  try {
    for (const { userId, wrapped } of ends.flat()) unwrapDataKey(keys, userId, wrapped)
    return true
  } catch {
    return false
  }
}

/** The message to an operator when it cannot. */
export const WRONG_SECRET_KEY =
  'Documents, bank details and notes CANNOT BE READ with this SECRET_KEY: they were encrypted under another one. Use the SECRET_KEY (embedded: secret.key) of the instance that stored them.'
