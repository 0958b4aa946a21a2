/**
 * Who may sign, and what was signed last (decision 0070). That lies in one place outside the database: an object in S3, which every signer
 * must replace first, or else the file beside the key. Then only the process with that file signs, and a second copy of the key does not.
 */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { minutes } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/db.ts'
import { StartError } from '../../platform/errors.ts'
import { isSame } from '../../../contract/proof/bytes.ts'
import { parseCheckpoint, parseNote, readVerifierKey, type Checkpoint } from '../../../contract/proof/note.ts'
import { readNote, refusesStale, replaceNote } from '../../platform/storage/s3-note.ts'
import type { S3Settings } from '../../platform/env/documents.ts'
import { keepLastSigned, readLastSigned, readSigningKey } from './signing-key.ts'
import { readVerifierKeys, type StoredCheckpoint } from './tiles.ts'

export interface Guard {
  /** The last signed size, wherever that is known outside the database. */
  readonly signed: readonly Checkpoint[]
  /** Keeps a signed checkpoint for other processes, before anyone can see it. @throws Replaced where another one signed meanwhile */
  share(note: string): Promise<void>
  /** Keeps it here. Only while the log is locked. */
  keep(note: string): Promise<void>
}

/** One object for each log: instances can share a bucket. */
const noteKey = (origin: string) => `log/last-checkpoint-${sha256(origin).toString('hex').slice(0, 32)}`

/** Whether a store can be the guard does not change while a process runs. */
const asked = new Map<string, Promise<boolean>>()

export function canGuard(s3: S3Settings): Promise<boolean> {
  const store = `${s3.endpoint} ${s3.bucket}`
  const known = asked.get(store) ?? refusesStale(s3)
  asked.set(store, known)
  // A store that did not answer is asked again.
  known.catch(() => asked.delete(store))
  return known
}

/**
 * @param last the newest checkpoint of the database
 * @throws StartError where another copy of the key signed last; AppError `unavailable` where the store does not answer
 */
export async function openGuard(
  { db, env, log }: Pick<Core, 'db' | 'env' | 'log'>,
  origin: string,
  last: StoredCheckpoint | undefined,
): Promise<Guard> {
  const { logKeyFile } = env
  const { s3 } = env.documents
  const own = await readLastSigned(logKeyFile)
  const isOwn = isSignedHere(own, last)
  const keepOwn = (note: string) => keepLastSigned(logKeyFile, note)
  if (s3 && (await canGuard(s3))) {
    const shared = await readNote(s3, noteKey(origin))
    const checkpoint = shared && (await checkpointIn(db, shared.text))
    if (checkpoint === null) requireOwn(isOwn, logKeyFile)
    const signed = [checkpoint, own].filter((each) => !!each)
    return {
      signed,
      share: (note) => replaceNote(s3, noteKey(origin), note, shared?.tag ?? null),
      keep: keepOwn,
    }
  }
  if (s3) log.warn('the store of documents does not know If-Match: only the file beside the key guards the log')
  requireOwn(isOwn, logKeyFile)
  return { signed: own ? [own] : [], share: async () => {}, keep: keepOwn }
}

/** @returns null for a note that no key of this log signed: that of another log by this name, such as the sandbox before live money */
async function checkpointIn(db: Db, note: string): Promise<Checkpoint | null> {
  const { text, signatures } = parseNote(note)
  const keys = await Promise.all((await readVerifierKeys(db)).map(readVerifierKey))
  const isOurs = signatures.some(({ id }) => keys.some((key) => isSame(key.id, id)))
  return isOurs ? parseCheckpoint(text) : null
}

/** An empty log is the same for everyone. */
export const isSignedHere = (own: Checkpoint | undefined, last: Pick<StoredCheckpoint, 'size'> | undefined): boolean =>
  !last || last.size === 0 || (own !== undefined && own.size >= last.size)

function requireOwn(isOwn: boolean, file: string): void {
  if (!isOwn)
    throw new StartError(
      `The last checkpoint of the log was not signed here: ${file}.checkpoint is missing or older. Another process has the key and signs. If it is gone for ever, copy that file too, or run npm run log -- take-over.`,
    )
}

/** Declares that no other process signs any more: what the database has as the last checkpoint counts as signed here. */
export async function takeOver(core: Pick<Core, 'env'>, last: StoredCheckpoint | undefined): Promise<void> {
  const own = await readLastSigned(core.env.logKeyFile)
  if (last && !isSignedHere(own, last)) await keepLastSigned(core.env.logKeyFile, last.note)
}

/** How long an answer about the key is believed. */
const BELIEVED = minutes(1)

/** @returns whether this process has the key of the log, or may make the first one. Asked each second, so it is remembered */
export function keyHolder(): (core: Core) => Promise<boolean> {
  let known: { readonly until: number; readonly changed: number; readonly holds: boolean } | undefined
  return async (core) => {
    const file = core.env.logKeyFile
    const changed = existsSync(file) ? (await stat(file)).mtimeMs : 0
    const now = performance.now()
    if (known && known.until > now && known.changed === changed) return known.holds
    known = { until: now + BELIEVED, changed, holds: await holdsKey(core) }
    return known.holds
  }
}

/** Whether the file of this process is the key in use. Without any yet, whoever comes first makes it. */
export async function holdsKey({ db, env }: Pick<Core, 'db' | 'env'>): Promise<boolean> {
  const [inUse] = await readVerifierKeys(db)
  if (inUse === undefined) return true
  const key = await readSigningKey(env.logKeyFile).catch(() => undefined)
  return key !== undefined && (await key.verifierKey((await readVerifierKey(inUse)).name)) === inUse
}
