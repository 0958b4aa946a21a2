/**
 * A witness of a public log: it keeps the last checkpoint that it saw on its own disk, and cosigns a newer one only if that continues the
 * kept one. It trusts the keys that it saw first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readEntries, readHead, treeOf, type ReadLog } from '../../contract/proof/audit.ts'
import { parseNote } from '../../contract/proof/note.ts'
import { requireConsistent } from '../../contract/proof/receipt.ts'
import { createSigningKey, readSigningKey, writeDurably, type SigningKey } from './signing-key.ts'

interface Witness {
  readonly read: ReadLog
  /** Where its key and the kept checkpoints are. */
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
export async function witnessLog({ read, folder, name, now }: Witness): Promise<Witnessed> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = await openWitnessKey(folder)
  const unchecked = await readHead(read)
  const file = join(folder, `${encodeURIComponent(unchecked.head.origin)}.checkpoint`)
  const kept = existsSync(file) ? readKept(file) : undefined
  const { head, note, keys } = kept ? await readHead(read, kept.keys) : unchecked
  if (kept) await requireConsistent(head, kept, treeOf(read, head.size).readTile)
  else await readEntries(read, head)
  // On the disk before anyone can see the cosignature: after a crash this witness still knows what it signed.
  await writeDurably(file, [...keys, '', note].join('\n'))
  const { origin, size } = head
  return {
    origin,
    size,
    before: kept && Number(parseNote(kept.note).text.split('\n')[1]),
    witnessKey: await key.witnessKey(name),
    cosignature: await key.cosign(name, parseNote(note).text, now),
  }
}

async function openWitnessKey(folder: string): Promise<SigningKey> {
  const file = join(folder, 'witness.key')
  return (await readSigningKey(file)) ?? createSigningKey(file)
}

/** Keys, an empty line, and the checkpoint. */
function readKept(file: string) {
  const text = readFileSync(file, 'utf8')
  const end = text.indexOf('\n\n')
  return { keys: text.slice(0, end).split('\n'), note: text.slice(end + 2) }
}
