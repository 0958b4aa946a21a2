/**
 * Documents as rows: adding, replacing, deleting. Bytes are stored first, under a key that is recorded beforehand; a row makes them
 * visible. So a row always has its bytes, and bytes without a row are known and deleted (sweep.ts).
 */
import { and, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { DOCUMENTS_PER_PERSON_MAX } from '../../../contract/aid/document-limits.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { DocumentPath } from './paths.ts'
import { StorageRefusal } from './refusals.ts'
import { documents, keptReceipts, storedFiles, type Document } from './schema.ts'

export interface Documents extends Core {
  readonly storage: Storage
}

/** Bytes in the storage that no document uses yet. */
export type StoredBytes = Pick<Document, 'contentType' | 'bytes' | 'sha256' | 'storageKey' | 'scan'>

/** The current version at a path, or null. */
export async function findDocument(db: Db | Tx, path: string): Promise<Document | null> {
  const [found] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.path, path), isNull(documents.supersededAt)))
  return found ?? null
}

/** One version by its id, or null. */
export async function findVersion(db: Db, path: string, id: string): Promise<Document | null> {
  const [found] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.path, path), eq(documents.id, id)))
  return found ?? null
}

/** A person's current documents, newest first, without superseded versions and receipts of hand-overs. */
export async function listDocuments(db: Db, userId: string): Promise<Document[]> {
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), isNull(documents.supersededAt), isOwn(db)))
    .orderBy(desc(documents.createdAt), desc(documents.id))
}

/**
 * Makes stored bytes the current version at a path. An earlier version is deleted, or kept if it is evidence. Identical bytes
 * change nothing.
 * @throws StorageRefusal `duplicate`, `too_many`, `unauthorized` if the account is closed by now
 */
export async function addDocument(
  { db, clock }: Documents,
  { path, userId, filename }: DocumentPath,
  stored: StoredBytes,
  overwrite: boolean,
): Promise<Document> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    const current = await findDocument(tx, path)
    // A retry after a lost answer.
    if (current?.sha256.equals(stored.sha256)) return current
    if (current && !overwrite) throw new StorageRefusal('duplicate')
    if (current) await supersedeOrDelete(tx, current, now)
    else await requirePlace(tx, userId)
    const [claimed] = await tx
      .update(storedFiles)
      .set({ sweepAt: null })
      .where(and(eq(storedFiles.key, stored.storageKey), sql`${storedFiles.sweepAt} > ${now.toISOString()}`))
      .returning({ key: storedFiles.key })
    // The upload took a day, so the sweep may be deleting the bytes.
    if (!claimed) throw new StorageRefusal('unavailable')
    const document: Document = {
      id: newId(),
      userId,
      path,
      filename,
      version: (current?.version ?? 0) + 1,
      ...stored,
      evidenceAt: null,
      supersededAt: null,
      createdAt: now,
    }
    await tx.insert(documents).values(document)
    return document
  })
}

/** One transaction at a time for each person, and none once the account is closed. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  if (!(await lockOpenAccount(tx, userId, 'no key update'))) throw new StorageRefusal('unauthorized')
}

async function supersedeOrDelete(tx: Tx, current: Document, now: Date): Promise<void> {
  // Read again under a lock: a request may be naming it as evidence at the same time.
  const [locked] = await tx.select().from(documents).where(eq(documents.id, current.id)).for('update')
  if (locked?.evidenceAt) await tx.update(documents).set({ supersededAt: now }).where(eq(documents.id, current.id))
  else await deleteRows(tx, [current], now)
}

/** The condition that a document is of the person whose folder it is in: receipts of hand-overs are the request's, not of who recorded them (0107). */
export const isOwn = (db: Db | Tx) =>
  notExists(db.select().from(keptReceipts).where(eq(keptReceipts.documentId, documents.id)))

/** Whether a request keeps a document as the receipt of a hand-over. */
export async function isReceipt(db: Db, documentId: string): Promise<boolean> {
  return (await db.$count(keptReceipts, eq(keptReceipts.documentId, documentId))) > 0
}

/**
 * Refuses more documents than a person may have.
 * @param unfinished uploads that will need a place too
 */
export async function requirePlace(tx: Tx, userId: string, unfinished = 0): Promise<void> {
  const kept = await tx.$count(documents, and(eq(documents.userId, userId), isOwn(tx)))
  if (kept + unfinished >= DOCUMENTS_PER_PERSON_MAX) throw new StorageRefusal('too_many')
}

/**
 * Deletes a person's documents, all or none. The next sweep deletes their bytes.
 * @returns those that existed
 * @throws StorageRefusal `evidence` if a request names one of them or an earlier version
 */
export async function deleteDocuments({ db, clock }: Documents, userId: string, paths: string[]): Promise<Document[]> {
  if (paths.length === 0) return []
  return db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    const found = await tx
      .select()
      .from(documents)
      .where(and(eq(documents.userId, userId), inArray(documents.path, paths)))
      .orderBy(documents.id)
      .for('update')
    if (found.some((document) => document.evidenceAt)) throw new StorageRefusal('evidence')
    await deleteRows(tx, found, clock.now())
    return found
  })
}

/** Deletes rows and releases their bytes to the sweep. */
export async function deleteRows(
  tx: Tx,
  gone: readonly Pick<Document, 'id' | 'storageKey'>[],
  now: Date,
): Promise<void> {
  if (gone.length === 0) return
  await tx.delete(documents).where(
    inArray(
      documents.id,
      gone.map(({ id }) => id),
    ),
  )
  await tx
    .update(storedFiles)
    .set({ sweepAt: now })
    .where(
      inArray(
        storedFiles.key,
        gone.map(({ storageKey }) => storageKey),
      ),
    )
}
