/** Signing what the log holds. A checkpoint is a promise for ever, so whatever does not continue the last one is refused. */
import { sql } from 'drizzle-orm'
import { isSame, toHex } from '../../../contract/proof/bytes.ts'
import { rangeRoot } from '../../../contract/proof/merkle.ts'
import { checkpointText, readVerifierKey } from '../../../contract/proof/note.ts'
import type { Env } from '../../platform/env/env.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { StartError } from '../../platform/errors.ts'
import { forgetErased } from './erasure.ts'
import { releaseRefunds } from './lots.ts'
import { recheckEntries } from './rechecks.ts'
import { readSize, sequenceFacts } from './sequencer.ts'
import { createSigningKey, oldKeyFile, readSigningKey, setKeyAside, type SigningKey } from './signing-key.ts'
import { openGuard, takeOver, type Guard } from './signer.ts'
import { recordStop, SigningRefused } from './signing-stop.ts'
import { readCheckpoint, readVerifierKeys, storedTree, type StoredCheckpoint } from './tiles.ts'

/** The log's name: the address under which it is served, without the scheme. Once a key was made, it stays. */
const originOf = ({ publicUrl }: Env) => `${publicUrl.replace(/^https?:\/\//, '')}/log`

/**
 * The key of this log, which the first call creates.
 * @throws StartError where the log has a key and this process does not have its file
 */
export async function openSigningKey(core: Core): Promise<{ key: SigningKey; origin: string }> {
  const { db, env } = core
  const [inUse] = await readVerifierKeys(db)
  const file = env.logKeyFile
  if (inUse === undefined) return db.transaction((tx) => adoptSigningKey(core, tx))
  const { name: origin } = await readVerifierKey(inUse)
  const key = await readSigningKey(file)
  if (!key || (await key.verifierKey(origin)) !== inUse)
    throw new StartError(
      `The signing key of the log is not in ${file}. Copy it and the file ${file}.checkpoint there from the machine that has them, or start a new one: npm run log -- rotate`,
    )
  return { key, origin }
}

/** The first key of a database. Two processes at once would make two, so one of them waits. */
async function adoptSigningKey({ env, clock }: Core, tx: Tx): Promise<{ key: SigningKey; origin: string }> {
  await tx.execute(sql`lock table log_keys in share row exclusive mode`)
  const origin = originOf(env)
  if ((await readVerifierKeys(tx)).length === 0) await setKeyAside(env.logKeyFile, clock.now())
  const key = (await readSigningKey(env.logKeyFile)) ?? (await createSigningKey(env.logKeyFile))
  await tx.execute(
    sql`insert into log_keys (verifier_key, created_at) values (${await key.verifierKey(origin)}, ${clock.now().toISOString()})
        on conflict do nothing`,
  )
  return { key, origin }
}

/**
 * Puts what is new into the log and signs it. Without anything new the last checkpoint stays.
 * @throws SigningRefused where the log does not continue what was signed before: it must never be signed then, and the public reads so;
 *   StartError where another copy of the key signs
 */
export async function makeCheckpoint(core: Core, signal?: AbortSignal): Promise<StoredCheckpoint> {
  const opened = await openSigningKey(core)
  return recordStop(core, () => signNew(core, opened, signal))
}

async function signNew(
  core: Core,
  { key, origin }: { readonly key: SigningKey; readonly origin: string },
  signal: AbortSignal | undefined,
): Promise<StoredCheckpoint> {
  await releaseRefunds(core)
  while ((await sequenceFacts(core)).more && !signal?.aborted);
  await forgetErased(core.db)
  const guard = await openGuard(core, origin, await readCheckpoint(core.db))
  const next = await core.db.transaction((tx) => writeNext(core, tx, { key, origin, signed: guard.signed }))
  if (!next.isNew) return next.last
  // Waits outside every transaction: the embedded database has one connection, and a store may hang for a minute.
  await guard.share(next.note)
  return core.db.transaction(async (tx) => {
    await lockCheckpoints(tx)
    const last = await readCheckpoint(tx)
    // Another process signed more meanwhile.
    if (last && last.size >= next.size) return last
    await guard.keep(next.note)
    const signedAt = core.clock.now()
    await tx.execute(sql`
      insert into log_checkpoints (size, root, note, signed_at)
      values (${next.size}::bigint, decode(${toHex(next.root)}, 'hex'), ${next.note}, ${signedAt.toISOString()}::timestamptz)`)
    return { size: next.size, root: next.root, note: next.note, signed_at: signedAt }
  })
}

/** One signs at a time. */
const lockCheckpoints = (tx: Tx) => tx.execute(sql`lock table log_checkpoints in share row exclusive mode`)

interface Signing {
  readonly key: SigningKey
  readonly origin: string
  readonly signed: Guard['signed']
}

/**
 * Signs the next checkpoint, which no one sees yet.
 * @throws SigningRefused
 */
async function writeNext(core: Core, tx: Tx, { key, origin, signed: known }: Signing) {
  await lockCheckpoints(tx)
  const size = await readSize(tx)
  const last = await readCheckpoint(tx)
  for (const signed of [...known, last]) {
    if (!signed) continue
    if (signed.size > size)
      throw new SigningRefused(
        'restored',
        `A checkpoint of ${signed.size} entries was signed, and this database has ${size}: it was restored from an older backup. Signing now would make two logs out of one, so nothing is signed.`,
      )
    if (!isSame(await rangeRoot(storedTree(tx, signed.size), 0, signed.size), signed.root))
      throw new SigningRefused(
        'changed',
        `The first ${signed.size} entries of the log are not those that were signed. Nothing is signed.`,
      )
  }
  await recheckEntries(tx, last?.size ?? 0, size, core.clock.now())
  if (last?.size === size) return { isNew: false, last } as const
  const root = await rangeRoot(storedTree(tx, size), 0, size)
  const text = checkpointText({ origin, size, root })
  // The key before this one signs too, so that those who know only that one can follow.
  const before = await readSigningKey(oldKeyFile(core.env.logKeyFile))
  const note = `${text}\n${await key.sign(origin, text)}${(await before?.sign(origin, text)) ?? ''}`
  return { isNew: true, size, root, note } as const
}

/** Replaces the key. Those who follow the log must be told the new one. @returns it, as C2SP writes it */
export async function rotateKey(core: Core): Promise<string> {
  const [inUse] = await readVerifierKeys(core.db)
  const origin = inUse === undefined ? originOf(core.env) : (await readVerifierKey(inUse)).name
  const now = core.clock.now().toISOString()
  const file = core.env.logKeyFile
  // After a rotation that broke off before its key was stored: the one in use still has to sign.
  const isAgain = inUse !== undefined && (await (await readSigningKey(oldKeyFile(file)))?.verifierKey(origin)) === inUse
  const verifierKey = await (await createSigningKey(file, isAgain)).verifierKey(origin)
  await core.db.transaction(async (tx) => {
    await tx.execute(sql`update log_keys set retired_at = ${now} where retired_at is null`)
    await tx.execute(sql`insert into log_keys (verifier_key, created_at) values (${verifierKey}, ${now})`)
  })
  // Nobody else has the new key.
  await takeOver(core, await readCheckpoint(core.db))
  return verifierKey
}
