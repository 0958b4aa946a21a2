/**
 * Checks a whole log, and for auditors the openings that its keeper gives them: every entry against the signed root, every value against
 * the row that it is about, and every kobo counted once.
 */
import { fromBase64, isSame, ProofError, sha256, UncheckedError, type Bytes } from './bytes.ts'
import { clearEntry, fieldDigest, sealedEntry, splitBundle } from './entries.ts'
import { isProvenTile, leafHash, rootOf, TILE_WIDTH, tilePath, type Tree } from './merkle.ts'
import { openCheckpoint, readVerifierKey, type Checkpoint } from './note.ts'
import type { Opening } from './opening.ts'

/** Reads an address below the log's. @returns undefined where there is nothing */
export type ReadLog = (path: string) => Promise<Bytes | undefined>

export const treeOf = (read: ReadLog, size: number): Tree => ({
  size,
  async readTile(level, index, width) {
    // A server may have only the full tile by now.
    const found = (await read(tilePath(level, index, width))) ?? (await read(tilePath(level, index)))
    if (!found) throw new UncheckedError(`The log does not give out ${tilePath(level, index, width)}.`)
    return found.subarray(0, width * 32)
  },
})

/** The newest checkpoint, and the keys that the log shows. @throws ProofError */
export async function readHead(
  read: ReadLog,
  known?: readonly string[],
): Promise<{ head: Checkpoint; note: string; keys: readonly string[] }> {
  const text = async (path: string) => {
    const found = await read(path)
    if (!found) throw new ProofError(`The log does not give out ${path}.`)
    return new TextDecoder().decode(found)
  }
  const note = await text('checkpoint')
  const keys = known ?? (await text('key')).trim().split('\n')
  return { head: await openCheckpoint(note, await Promise.all(keys.map(readVerifierKey))), note, keys }
}

/**
 * Downloads every entry and computes the root again, with the hashes of one bundle at a time.
 * @param onBundle is told the entries from a place on, and the hashes of their leaves, one after the other
 * @throws ProofError that names the first entry that differs from the tiles, or where the entries no longer lead to the root;
 * UncheckedError where a tile does not lead to it
 */
export async function checkEntries(
  read: ReadLog,
  head: Checkpoint,
  onBundle: (first: number, entries: readonly Uint8Array[], hashes: Bytes) => void = () => {},
): Promise<void> {
  const bundles = Math.ceil(head.size / TILE_WIDTH)
  const roots = new Uint8Array(bundles * 32)
  // The next bundles are fetched while one is hashed.
  const ahead: Promise<[Bytes | undefined, Uint8Array]>[] = []
  for (let bundle = 0; bundle < bundles; bundle += 1) {
    for (let next = bundle + ahead.length; ahead.length < READ_AHEAD && next < bundles; next += 1)
      ahead.push(readBundleAndTile(read, head.size, next))
    const [bytes, tile] = (await ahead.shift()) ?? []
    const { entries, hashes } = await hashBundle(read, head, bundle, bytes, tile ?? new Uint8Array())
    onBundle(bundle * TILE_WIDTH, entries, hashes)
    roots.set(await rootOf(hashes), bundle * 32)
  }
  // Halving the leaves halves the tiles, down to one.
  if (!isSame(await (bundles === 0 ? sha256() : rootOf(roots)), head.root))
    throw new ProofError(
      `The entries do not lead to the signed root.${await firstWrongTile(read, head, roots).catch(() => '')}`,
    )
}

/** Checks every entry, and keeps the hashes of all leaves, one after the other. @throws ProofError */
export async function readEntries(
  read: ReadLog,
  head: Checkpoint,
  onEntries: (first: number, entries: readonly Uint8Array[]) => void = () => {},
): Promise<Bytes> {
  const leaves = new Uint8Array(head.size * 32)
  await checkEntries(read, head, (first, entries, hashes) => {
    leaves.set(hashes, first * 32)
    onEntries(first, entries)
  })
  return leaves
}

const READ_AHEAD = 8

function readBundleAndTile(read: ReadLog, size: number, index: number): Promise<[Bytes | undefined, Uint8Array]> {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
  const both = Promise.all([read(tilePath('entries', index, width)), treeOf(read, size).readTile(0, index, width)])
  // A fault of one that is read ahead is thrown when its turn comes.
  both.catch(() => {})
  return both
}

/** @returns its entries with the hashes of their leaves @throws ProofError that names what does not fit */
async function hashBundle(
  read: ReadLog,
  head: Checkpoint,
  index: number,
  bundle: Uint8Array | undefined,
  tile: Uint8Array,
): Promise<{ entries: readonly Uint8Array[]; hashes: Bytes }> {
  const width = Math.min(TILE_WIDTH, head.size - index * TILE_WIDTH)
  const path = tilePath('entries', index, width)
  if (!bundle) throw new ProofError(`The log does not give out ${path}.`)
  const entries = splitBundle(bundle)
  if (entries.length !== width) throw new ProofError(`${path} has ${entries.length} entries instead of ${width}.`)
  const hashes = new Uint8Array(width * 32)
  for (const [at, entry] of entries.entries()) {
    const hash = await leafHash(entry)
    if (!isSame(hash, tile.subarray(at * 32, at * 32 + 32))) {
      if (!(await isProvenTile(head, treeOf(read, head.size).readTile, index)))
        throw new UncheckedError(
          `${tilePath(0, index, width)} does not lead to the signed root. This copy of it may be damaged: fetch it again.`,
        )
      throw new ProofError(`Entry ${index * TILE_WIDTH + at} is not the one that was put into the log.`)
    }
    hashes.set(hash, at * 32)
  }
  return { entries, hashes }
}

/** Finds entries and lowest tiles changed together: the tile above still has the hash of the old ones. */
async function firstWrongTile(read: ReadLog, head: Checkpoint, roots: Uint8Array): Promise<string> {
  const tree = treeOf(read, head.size)
  const tiles = Math.floor(head.size / TILE_WIDTH)
  for (let tile = 0; tile < tiles; tile += 1) {
    const above = Math.floor(tile / TILE_WIDTH)
    const hashes = await tree.readTile(1, above, Math.min(TILE_WIDTH, tiles - above * TILE_WIDTH))
    const first = tile * TILE_WIDTH
    const at = (tile % TILE_WIDTH) * 32
    if (!isSame(roots.subarray(tile * 32, tile * 32 + 32), hashes.subarray(at, at + 32)))
      return ` The first of them that differ are among ${first} to ${first + TILE_WIDTH - 1}.`
  }
  return tiles === 0 ? '' : ` Those up to ${tiles * TILE_WIDTH - 1} fit their tiles.`
}

/** An auditor's findings. Amounts in kobo. */
export interface Audit {
  /** Sentences, each about one row. */
  readonly faults: readonly string[]
  readonly opened: number
  readonly given: bigint
  readonly givenBack: bigint
  readonly handedOver: bigint
  readonly returned: bigint
  /** Handed over, and reached no one; and what the provider paid late beside its payment. */
  readonly lost: bigint
  readonly counted: bigint
}

/** Compares openings with the leaves of a log that was read with {@link readEntries}. */
export async function audit(leaves: Uint8Array, openings: Iterable<Opening>): Promise<Audit> {
  const faults: string[] = []
  const seen = new Set<number>()
  const sums = new Map<string, bigint>()
  const add = (what: string, amount: string | undefined) =>
    sums.set(what, (sums.get(what) ?? 0n) + BigInt(/^-?\d+$/.test(amount ?? '') ? (amount ?? 0) : 0))
  for (const opening of openings) {
    const { index, source, row } = opening
    if (seen.has(index)) faults.push(`log_entries ${index}: opened twice`)
    seen.add(index)
    const leaf = await leafHash(await entryOf(opening))
    if (!isSame(leaf, leaves.subarray(index * 32, index * 32 + 32)))
      faults.push(`log_entries ${index} fields: they do not open leaf ${index} (${source} ${row})`)
    faults.push(...rowFaults(opening))
    addUp(opening, add)
  }
  faults.push(...sumFaults(sums))
  const total = (start: string) =>
    [...sums].reduce((sum, [what, amount]) => (what.startsWith(`${start} `) ? sum + amount : sum), 0n)
  return {
    faults,
    opened: seen.size,
    given: total('most-gift'),
    givenBack: total('back'),
    handedOver: total('most-disbursement') + total('late-disbursement'),
    returned: total('less-disbursement'),
    lost: total('lost-disbursement') + total('late-disbursement'),
    counted: total('counted'),
  }
}

/** The bytes of an entry, from what opens it. */
async function entryOf({ clear, fields }: Opening): Promise<Bytes> {
  if (clear) return clearEntry(JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value]))))
  const digestOf = ({ salt = '', name, value }: Opening['fields'][number]) => fieldDigest(fromBase64(salt), name, value)
  return sealedEntry(await Promise.all(fields.map(digestOf)))
}

/**
 * Nothing is counted twice: of no gift and towards no payment more than it was, and what a donor is told agrees. Allocations of erased
 * requests open for no one, so they can be fewer than what is counted.
 */
function sumFaults(sums: ReadonlyMap<string, bigint>): string[] {
  return [...sums].flatMap(([what, amount]) => {
    const [kind, id] = what.split(' ')
    const sumOf = (name: string) => sums.get(`${name} ${id}`) ?? 0n
    const most: Record<string, bigint | undefined> = {
      counted: sumOf('most-gift') - sumOf('back'),
      gift: sumOf('counted'),
      disbursement: sumOf('most-disbursement'),
    }
    const limit = most[kind ?? '']
    if (limit === undefined || (amount >= 0n && amount <= limit)) return []
    return [
      `allocations of ${kind === 'disbursement' ? kind : 'gift'} ${id} amount: ${amount} kobo are counted, of ${limit}`,
    ]
  })
}

/** Includes a row that was changed before it got this entry: another record says something else. */
function rowFaults({ source, row, fields, counts }: Opening): string[] {
  if (fields.every(({ live }) => live === undefined)) {
    const columns = counts === 'id' ? counts : `id, ${counts}`
    return [`${source} ${row} ${columns}: the log has this row, and the table does not, or it no longer counts`]
  }
  return fields.flatMap(({ column, value, live, recorded, of }) => {
    const where = `${of?.table ?? source} ${of?.row ?? row} ${column}`
    if (live !== value) return [`${where}: the log says ${value}, the row says ${live ?? 'nothing'}`]
    if (recorded === undefined || recorded === value) return []
    return [`${where}: the log and the row say ${value}, the books say ${recorded || 'nothing'}`]
  })
}

function addUp({ type, fields }: Opening, add: (what: string, amount: string | undefined) => void): void {
  const value = (name: string) => fields.find((field) => field.name === name)?.value
  if (type === 'gift') add(`most-gift ${value('receipt')}`, value('amount'))
  if (type === 'given_back') add(`back ${value('receipt')}`, value('given_back'))
  if (type === 'disbursement') add(`most-disbursement ${value('disbursement')}`, value('amount'))
  if (type === 'counted') add(`counted ${value('receipt')}`, value('counted'))
  if (type === 'outcome') add(`less-disbursement ${value('disbursement')}`, value('returned'))
  if (type === 'outcome') add(`lost-disbursement ${value('disbursement')}`, value('lost'))
  // It left us beside what its payment handed over.
  if (type === 'late_loss') add(`late-disbursement ${value('disbursement')}`, value('amount'))
  if (type !== 'allocation') return
  add(`gift ${value('receipt')}`, value('amount'))
  add(`disbursement ${value('disbursement')}`, value('amount'))
}
