/**
 * A witness of a public log: it keeps the last checkpoint that it saw on its own disk, and cosigns a newer one only if that continues the
 * kept one. It trusts the keys that it saw first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkEntries, readHead, treeOf, type ReadLog } from '../../../contract/proof/audit.ts'
import { parseNote } from '../../../contract/proof/note.ts'
import { requireConsistent } from '../../../contract/proof/receipt.ts'
import { lockFolder } from '../../platform/db/folder-lock.ts'
import { createSigningKey, readSigningKey, writeDurably, type SigningKey } from './signing-key.ts'

interface Witness {
  readonly read: ReadLog
  /** The folder of its key and the stored checkpoints. */
  readonly folder: string
  /** An address without a scheme, such as `example.org/witness`. */
  readonly name: string
  readonly now: Date
}

export interface Witnessed {
  readonly origin: string
  readonly size: number
  /** How many entries it had when this witness last saw it; undefined the first time. */
  readonly before: number | undefined
  readonly witnessKey: string
  /** The line of the signed note. */
  readonly cosignature: string
}

/**
 * Checks a log and cosigns its newest checkpoint.
 * @throws ProofError when the log no longer begins with what this witness saw: then nothing is kept or signed
 */
export async function witnessLog(witness: Witness): Promise<Witnessed> {
  const { key, unlock } = await openWitness(witness.folder)
  try {
    return await followLog(witness, key)
  } finally {
    unlock()
  }
}

async function followLog({ read, folder, name, now }: Witness, key: SigningKey): Promise<Witnessed> {
  const unchecked = await readHead(read)
  const kept = readKept(folder, unchecked.head.origin)
  const { head, note, keys } = kept ? await readHead(read, kept.keys) : unchecked
  if (kept) await requireConsistent(head, kept, treeOf(read, head.size).readTile)
  else await checkEntries(read, head)
  // On the disk before anyone can see the cosignature: after a crash this witness still knows what it signed.
  await keep(folder, head.origin, { keys, note })
  const { origin, size } = head
  return {
    origin,
    size,
    before: kept && Number(parseNote(kept.note).text.split('\n')[1]),
    witnessKey: await key.witnessKey(name),
    cosignature: await key.cosign(name, parseNote(note).text, now),
  }
}

/**
 * Takes the folder of a witness for this process: two at once could sign two logs of one origin.
 * @returns its key, and what gives the folder back
 * @throws StartError when another process has the folder
 */
export async function openWitness(folder: string): Promise<{ key: SigningKey; unlock: () => void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder, `Another witness is using the folder ${folder}.`)
  const file = join(folder, 'witness.key')
  return { key: (await readSigningKey(file)) ?? (await createSigningKey(file)), unlock }
}

/** The last checkpoint of a log that a witness saw, and the keys that it trusts for it. */
export interface Kept {
  readonly keys: readonly string[]
  readonly note: string
}

const fileOf = (folder: string, origin: string) => join(folder, `${encodeURIComponent(origin)}.checkpoint`)

/** @returns undefined before the first */
export function readKept(folder: string, origin: string): Kept | undefined {
  const file = fileOf(folder, origin)
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const end = text.indexOf('\n\n')
  return { keys: text.slice(0, end).split('\n'), note: text.slice(end + 2) }
}

/** As keys, an empty line, and the checkpoint. */
export const keep = (folder: string, origin: string, { keys, note }: Kept): Promise<void> =>
  writeDurably(fileOf(folder, origin), [...keys, '', note].join('\n'))
