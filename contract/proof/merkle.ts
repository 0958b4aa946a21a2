/** RFC 6962's tree: its hashes, its proofs, and C2SP's tiles, from which anyone computes both. */
import { concat, isSame, ProofError, sha256, UncheckedError, type Bytes } from './bytes.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
export const HASH_BYTES = 32
/** The hashes of a full tile. */
export const TILE_WIDTH = 256

export const leafHash = (entry: Uint8Array): Promise<Bytes> => sha256(LEAF, entry)
const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(NODE, left, right)

/** A tree of which the tiles can be read. */
export interface Tree {
  readonly size: number
  /** @returns the hashes of a tile, one after the other; `width` of them */
  readonly readTile: (level: number, index: number, width: number) => Promise<Uint8Array>
}

/** The largest power of two below `size`, which is above one. */
function splitOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The root of the leaves from `start` to `end`, where the RFC's recursion has such a range. */
export async function rangeRoot(tree: Tree, start: number, end: number): Promise<Bytes> {
  const size = end - start
  if (size === 0) return sha256()
  const height = Math.log2(size)
  if (Number.isInteger(height) && start % size === 0) return nodeAt(tree, height, start / size)
  const middle = start + splitOf(size)
  return nodeHash(await rangeRoot(tree, start, middle), await rangeRoot(tree, middle, end))
}

/** The root of a complete subtree: the one at `index` of those with `2 ** height` leaves. */
async function nodeAt(tree: Tree, height: number, index: number): Promise<Bytes> {
  const level = Math.floor(height / 8)
  const count = 2 ** (height % 8)
  const first = index * count
  const tile = Math.floor(first / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, Math.floor(tree.size / TILE_WIDTH ** level) - tile * TILE_WIDTH)
  const hashes = await tree.readTile(level, tile, width)
  if (hashes.length !== width * HASH_BYTES)
    throw new UncheckedError(`The tile ${tilePath(level, tile, width)} is incomplete. Fetch it again.`)
  const at = (first % TILE_WIDTH) * HASH_BYTES
  return rootOf(hashes.subarray(at, at + count * HASH_BYTES))
}

/** The root over hashes, one after the other, of complete subtrees of one height. */
export async function rootOf(hashes: Uint8Array): Promise<Bytes> {
  const count = hashes.length / HASH_BYTES
  if (count === 1) return concat(hashes)
  const middle = splitOf(count) * HASH_BYTES
  return nodeHash(await rootOf(hashes.subarray(0, middle)), await rootOf(hashes.subarray(middle)))
}

/** RFC 6962, 2.1.1: the hashes from the leaf's sibling up to the root's child. */
export async function inclusionProof(tree: Tree, index: number, start = 0, end = tree.size): Promise<Bytes[]> {
  if (end - start <= 1) return []
  const middle = start + splitOf(end - start)
  return index < middle
    ? [...(await inclusionProof(tree, index, start, middle)), await rangeRoot(tree, middle, end)]
    : [...(await inclusionProof(tree, index, middle, end)), await rangeRoot(tree, start, middle)]
}

/** RFC 6962, 2.1.2: that the tree of the first `old` leaves is the beginning of this one. */
export async function consistencyProof(tree: Tree, old: number): Promise<Bytes[]> {
  return old === 0 ? [] : subproof(tree, old, { start: 0, end: tree.size }, true)
}

interface Range {
  readonly start: number
  readonly end: number
}

async function subproof(tree: Tree, old: number, { start, end }: Range, isWhole: boolean): Promise<Bytes[]> {
  if (old === end - start) return isWhole ? [] : [await rangeRoot(tree, start, end)]
  const half = splitOf(end - start)
  const middle = start + half
  return old <= half
    ? [...(await subproof(tree, old, { start, end: middle }, isWhole)), await rangeRoot(tree, middle, end)]
    : [...(await subproof(tree, old - half, { start: middle, end }, false)), await rangeRoot(tree, start, middle)]
}

/**
 * The root that a leaf and its inclusion proof lead to.
 * @throws ProofError when the proof has another length than this place in the tree needs
 */
export async function rootFromInclusion(
  leaf: Bytes,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Promise<Bytes> {
  if (index < 0 || index >= size) throw new ProofError('The place is outside the log.')
  if (size === 1) {
    if (proof.length > 0) throw new ProofError('The proof is too long.')
    return leaf
  }
  const [last, rest] = takeLast(proof)
  const half = splitOf(size)
  return index < half
    ? nodeHash(await rootFromInclusion(leaf, index, half, rest), last)
    : nodeHash(last, await rootFromInclusion(leaf, index - half, size - half, rest))
}

/** The size and the root of a tree. */
export interface Head {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof shows that one tree is the beginning of another. */
export async function isConsistent(old: Head, head: Head, proof: readonly Uint8Array[]): Promise<boolean> {
  if (old.size > head.size) return false
  if (old.size === 0) return proof.length === 0 && isSame(old.root, await sha256())
  try {
    const [before, now] = await rootsFromSubproof(old, head.size, proof, true)
    return isSame(before, old.root) && isSame(now, head.root)
  } catch (fault) {
    if (fault instanceof ProofError) return false
    throw fault
  }
}

/**
 * The root of the first leaves, which the signed root proves: tiles are copies, and a damaged one accuses no one.
 * @throws UncheckedError when the tiles do not lead to the signed root
 */
export async function provenRoot(head: Head, readTile: Tree['readTile'], size: number): Promise<Bytes> {
  const tree = { size: head.size, readTile }
  const root = await rangeRoot(tree, 0, size)
  if (!(await isConsistent({ size, root }, head, await consistencyProof(tree, size))))
    throw new UncheckedError(
      'The tiles do not lead to the signed root. A copy of them may be damaged, which says nothing about the log: fetch them again.',
    )
  return root
}

/** Whether the hashes of a tile of the lowest level lead to the signed root. @throws UncheckedError when a tile beside it is incomplete */
export async function isProvenTile(head: Head, readTile: Tree['readTile'], index: number): Promise<boolean> {
  const tree = { size: head.size, readTile }
  const first = index * TILE_WIDTH
  const last = Math.min(first + TILE_WIDTH, head.size)
  const hashes = await readTile(0, index, last - first)
  if (hashes.length !== (last - first) * HASH_BYTES) return false
  const rootOver = async (start: number, end: number): Promise<Bytes> => {
    if (start >= first && end <= last)
      return rootOf(hashes.subarray((start - first) * HASH_BYTES, (end - first) * HASH_BYTES))
    if (end <= first || start >= last) return rangeRoot(tree, start, end)
    const middle = start + splitOf(end - start)
    return nodeHash(await rootOver(start, middle), await rootOver(middle, end))
  }
  return isSame(await rootOver(0, head.size), head.root)
}

async function rootsFromSubproof(
  old: Head,
  size: number,
  proof: readonly Uint8Array[],
  isWhole: boolean,
): Promise<[Uint8Array, Uint8Array]> {
  if (old.size === size) {
    const [only, ...more] = isWhole ? [old.root, ...proof] : proof
    if (only === undefined || more.length > 0) throw new ProofError('The proof has the wrong length.')
    return [only, only]
  }
  const [last, rest] = takeLast(proof)
  const half = splitOf(size)
  if (old.size <= half) {
    const [before, now] = await rootsFromSubproof(old, half, rest, isWhole)
    return [before, await nodeHash(now, last)]
  }
  const right = { size: old.size - half, root: old.root }
  const [before, now] = await rootsFromSubproof(right, size - half, rest, false)
  return [await nodeHash(last, before), await nodeHash(last, now)]
}

function takeLast(proof: readonly Uint8Array[]): [Uint8Array, Uint8Array[]] {
  const last = proof.at(-1)
  if (last?.length !== HASH_BYTES) throw new ProofError('The proof is too short.')
  return [last, proof.slice(0, -1)]
}

/** `tile/0/x001/234.p/5`: the address of a tile, or of the entries below it. */
export function tilePath(level: number | 'entries', index: number, width = TILE_WIDTH): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g) ?? []
  const parts = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group))
  return `tile/${level}/${parts.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}
