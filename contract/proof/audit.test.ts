/** A log that was changed after it was signed is found by who reads it, and the first wrong entry is named as far as the tiles tell. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readEntries, readHead, treeOf, type ReadLog } from './audit.ts'
import { concat, ProofError, UncheckedError, utf8, type Bytes } from './bytes.ts'
import { leafHash, rangeRoot, rootOf, TILE_WIDTH, tilePath } from './merkle.ts'
import { checkpointText, keyId, signatureLine, writeVerifierKey } from './note.ts'
import { requireConsistent } from './receipt.ts'

const NAME = 'log.example/log'
const SIZE = 600
const ENTRIES = Array.from({ length: SIZE }, (_, index) => concat(Uint8Array.of(0), utf8(`entry ${index}`)))

type Files = ReadonlyMap<string, Bytes>

/** Each address of a log with these entries, except its checkpoint. */
async function filesOf(entries: readonly Bytes[]): Promise<Map<string, Bytes>> {
  const files = new Map<string, Bytes>()
  const roots: Bytes[] = []
  for (let index = 0; index * TILE_WIDTH < entries.length; index += 1) {
    const below = entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)
    const hashes = concat(...(await Promise.all(below.map(leafHash))))
    files.set(tilePath('entries', index, below.length), bundleOf(below))
    files.set(tilePath(0, index, below.length), hashes)
    if (below.length === TILE_WIDTH) roots.push(await rootOf(hashes))
  }
  files.set(tilePath(1, 0, roots.length), concat(...roots))
  return files
}

const bundleOf = (entries: readonly Bytes[]) =>
  concat(...entries.flatMap((entry) => [Uint8Array.of(0, entry.length), entry]))

function newSigner(name = NAME) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  return {
    key: () => writeVerifierKey(name, raw),
    async note(files: Files, size: number) {
      const root = await rangeRoot(treeOf(reading(files), size), 0, size)
      const text = checkpointText({ origin: name, size, root })
      return `${text}\n${signatureLine(name, await keyId(name, raw), sign(null, utf8(text), privateKey))}`
    },
  }
}

const reading =
  (files: Files): ReadLog =>
  async (path) =>
    files.get(path)

const signer = newSigner()
let log: Map<string, Bytes>
/** The copy that someone kept of it. */
let kept: { note: string; keys: readonly string[] }
beforeAll(async () => {
  log = await filesOf(ENTRIES)
  kept = { note: await signer.note(log, SIZE), keys: [await signer.key()] }
  log.set('checkpoint', utf8(kept.note))
  log.set('key', utf8(`${kept.keys[0]}\n`))
})

/** Returns the message to someone who reads all of it, with the keys that it shows, or who has kept something before. */
async function toldOf(files: Files, before?: typeof kept): Promise<string> {
  try {
    const read = reading(files)
    const { head } = await readHead(read, before?.keys)
    if (before) await requireConsistent(head, before, treeOf(read, head.size).readTile)
    await readEntries(read, head)
    return 'fits'
  } catch (fault) {
    if (!(fault instanceof ProofError)) throw fault
    return fault.message
  }
}

/** The log with other files in the place of some. */
const withFiles = (files: Readonly<Record<string, Bytes | undefined>>): Files => {
  const changed = new Map(log)
  for (const [path, bytes] of Object.entries(files)) {
    if (bytes) changed.set(path, bytes)
    else changed.delete(path)
  }
  return changed
}

/** Bundles of other entries, with the tiles that were signed. */
async function withEntries(entries: readonly Bytes[]): Promise<Files> {
  const bundles = [...(await filesOf(entries))].filter(([path]) => path.startsWith('tile/entries/'))
  return withFiles(Object.fromEntries(bundles))
}

const OTHER = concat(Uint8Array.of(0), utf8('another'))
const [SECOND_BUNDLE, SECOND_TILE] = [tilePath('entries', 1), tilePath(0, 1)]

test('an unchanged log passes the audit', async () => {
  expect(await toldOf(log)).toBe('fits')
  expect(await toldOf(log, kept)).toBe('fits')
})

test('of an entry that was changed, dropped, doubled or moved, the first wrong place is named', async () => {
  const at = (index: number) => ENTRIES[index] ?? OTHER
  const wrong = (index: number) => `Entry ${index} is not the one that was put into the log.`
  expect(await toldOf(await withEntries(ENTRIES.with(300, OTHER)))).toBe(wrong(300))
  expect(await toldOf(await withEntries(ENTRIES.toSpliced(300, 1).concat(OTHER)))).toBe(wrong(300))
  expect(await toldOf(await withEntries(ENTRIES.toSpliced(300, 0, at(300)).slice(0, SIZE)))).toBe(wrong(301))
  expect(await toldOf(await withEntries(ENTRIES.with(300, at(301)).with(301, at(300))))).toBe(wrong(300))
  const short = bundleOf(ENTRIES.slice(256, 511))
  expect(await toldOf(withFiles({ [SECOND_BUNDLE]: short }))).toBe(`${SECOND_BUNDLE} has 255 entries instead of 256.`)
  expect(await toldOf(withFiles({ [SECOND_BUNDLE]: short.slice(0, -1) }))).toBe('A bundle of entries is incomplete.')
})

test('of a tile that was changed or is missing, the place is named', async () => {
  const changed = (log.get(SECOND_TILE) ?? new Uint8Array()).slice()
  changed[44 * 32] = (changed[44 * 32] ?? 0) ^ 1
  expect(await toldOf(withFiles({ [SECOND_TILE]: changed }))).toBe(
    `${SECOND_TILE} does not lead to the signed root. This copy of it may be damaged: fetch it again.`,
  )
  for (const path of [SECOND_TILE, SECOND_BUNDLE])
    expect(await toldOf(withFiles({ [path]: undefined }))).toBe(`The log does not give out ${path}.`)
})

test('entries that were changed together with their tiles do not lead to the signed root', async () => {
  const rewritten = await filesOf(ENTRIES.with(300, OTHER))
  const lowest = { [SECOND_BUNDLE]: rewritten.get(SECOND_BUNDLE), [SECOND_TILE]: rewritten.get(SECOND_TILE) }
  expect(await toldOf(withFiles(lowest))).toBe(
    'The entries do not lead to the signed root. The first of them that differ are among 256 to 511.',
  )
  expect(await toldOf(withFiles(Object.fromEntries(rewritten)))).toBe(
    'The entries do not lead to the signed root. Those up to 511 fit their tiles.',
  )
})

test('a checkpoint that was changed, or signed with another key, is refused', async () => {
  const { note } = kept
  const checkpoint = (text: string) => withFiles({ checkpoint: utf8(text) })
  expect(await toldOf(checkpoint(note.replace(`\n${SIZE}\n`, '\n599\n')))).toBe('The signature does not fit the text.')
  const other = newSigner()
  const forged = withFiles({
    checkpoint: utf8(await other.note(log, SIZE)),
    key: utf8(`${await other.key()}\n`),
  })
  // Only who kept a key can tell.
  expect(await toldOf(forged)).toBe('fits')
  expect(await toldOf(forged, kept)).toBe('The note is not signed with a key that you know.')
  expect(await toldOf(withFiles({ key: undefined }))).toBe('The log does not give out key.')
})

test('who kept a checkpoint sees that another history was signed with the same key, and that an older copy was restored', async () => {
  const told = async (entries: readonly Bytes[]) => {
    const files = await filesOf(entries)
    files.set('checkpoint', utf8(await signer.note(files, entries.length)))
    files.set('key', utf8(`${await signer.key()}\n`))
    expect(await toldOf(files)).toBe('fits')
    return toldOf(files, kept)
  }
  const another = 'The first 600 entries are not those that the log had when the checkpoint was kept.'
  expect(await told(ENTRIES.with(300, OTHER))).toBe(another)
  expect(await told([...ENTRIES.with(300, OTHER), OTHER])).toBe(another)
  expect(await told(ENTRIES.slice(0, 520))).toBe(
    'The log had 600 entries when the checkpoint was kept, and shows 520 now.',
  )
  expect(await told([...ENTRIES, OTHER])).toBe('fits')
})

test('a damaged tile accuses no one of another history, and a history that was signed anew is named', async () => {
  const told = async (files: Files, size: number, keptEntries = ENTRIES) => {
    const old = await filesOf(keptEntries.slice(0, size))
    const before = { note: await signer.note(old, size), keys: kept.keys }
    const read = reading(files)
    const { head } = await readHead(read, before.keys)
    try {
      await requireConsistent(head, before, treeOf(read, head.size).readTile)
      return 'fits'
    } catch (fault) {
      if (!(fault instanceof ProofError)) throw fault
      return fault instanceof UncheckedError ? 'unchecked' : 'accused'
    }
  }
  const damages = {
    flipped: (bytes: Bytes) => bytes.map((byte, at) => (at % 32 === 7 ? byte ^ 1 : byte)),
    short: (bytes: Bytes) => bytes.slice(0, -5),
    empty: () => new Uint8Array(),
    page: () => utf8('<!doctype html><title>Sign in to the network</title>'),
    missing: () => undefined,
  }
  const seen = new Set<string>()
  for (const size of [0, 1, 255, 256, 257, 512, 520, 599, 600])
    for (const path of [...log.keys()].filter((each) => /^tile\/\d/.test(each)))
      for (const [damage, change] of Object.entries(damages)) {
        const outcome = await told(withFiles({ [path]: change(log.get(path) ?? new Uint8Array()) }), size)
        expect([path, damage, size, outcome]).toEqual([path, damage, size, expect.stringMatching(/^(fits|unchecked)$/)])
        seen.add(`${damage} ${outcome}`)
      }
  // Each damage is met by some check.
  expect([...seen].filter((each) => each.endsWith(' unchecked'))).toHaveLength(5)
  for (const size of [1, 256, 520, 600]) {
    const other = ENTRIES.with(0, OTHER)
    expect([size, await told(log, size, other)]).toEqual([size, 'accused'])
    expect([size, await told(log, size)]).toEqual([size, 'fits'])
  }
})
