/** RFC 6962's tree, with the known roots of its eight test leaves, and every proof of small trees by way of tiles. */
import { expect, test } from 'vitest'
import { concat, isSame, toHex, utf8, type Bytes } from './bytes.ts'
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  isConsistent,
  leafHash,
  rangeRoot,
  rootFromInclusion,
  rootOf,
  TILE_WIDTH,
  tilePath,
  type Tree,
} from './merkle.ts'

/** A tree over leaf hashes in memory, which gives out tiles like a server does. */
function treeOf(leaves: readonly Bytes[]): Tree {
  const read = new Map<string, Promise<Bytes>>()
  return {
    size: leaves.length,
    readTile(level, index, width) {
      const path = tilePath(level, index, width)
      const tile = read.get(path) ?? tileOf(level, index, width)
      read.set(path, tile)
      return tile
    },
  }
  async function tileOf(level: number, index: number, width: number): Promise<Bytes> {
    if (level === 0) return concat(...leaves.slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
    const span = TILE_WIDTH ** level
    const roots = Array.from({ length: width }, (_, at) => {
      const first = (index * TILE_WIDTH + at) * span
      return rootOf(concat(...leaves.slice(first, first + span)))
    })
    return concat(...(await Promise.all(roots)))
  }
}

const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test("the roots of RFC 6962's test leaves are the known ones", async () => {
  const leaves = await Promise.all(LEAVES.map((hex) => leafHash(Buffer.from(hex, 'hex'))))
  const roots = ROOTS.map((_, size) => rangeRoot(treeOf(leaves.slice(0, size)), 0, size))
  expect((await Promise.all(roots)).map(toHex)).toEqual(ROOTS)
})

const manyLeaves = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => leafHash(utf8(`entry ${at}`))))

test('every leaf of every tree up to 20 proves its place, and no other', async () => {
  const leaves = await manyLeaves(20)
  for (let size = 1; size <= leaves.length; size += 1) {
    const tree = treeOf(leaves.slice(0, size))
    const root = await rangeRoot(tree, 0, size)
    for (const [index, leaf] of leaves.slice(0, size).entries()) {
      const proof = await inclusionProof(tree, index)
      expect(isSame(await rootFromInclusion(leaf, index, size, proof), root)).toBe(true)
      const other = (index + 1) % size
      const elsewhere = await rootFromInclusion(leaf, other, size, proof).catch(() => utf8(''))
      expect([size, index, isSame(elsewhere, root)]).toEqual([size, index, other === index])
    }
  }
})

test('every tree up to 20 proves that it continues every smaller one, and not a changed one', async () => {
  const leaves = await manyLeaves(20)
  for (let size = 0; size <= leaves.length; size += 1) {
    const tree = treeOf(leaves.slice(0, size))
    const head = { size, root: await rangeRoot(tree, 0, size) }
    for (let before = 0; before <= size; before += 1) {
      const old = { size: before, root: await rangeRoot(treeOf(leaves.slice(0, before)), 0, before) }
      const proof = await consistencyProof(tree, before)
      expect([before, size, await isConsistent(old, head, proof)]).toEqual([before, size, true])
      const changed = { size: before, root: await leafHash(utf8('changed')) }
      expect([before, size, await isConsistent(changed, head, proof)]).toEqual([before, size, false])
      expect(await isConsistent(old, head, proof.slice(1))).toBe(proof.length === 0)
      expect(await isConsistent(old, head, [...proof, head.root])).toBe(false)
    }
  }
})

test('the tiles of more than 65,536 leaves give the same root and proofs as the leaves', async () => {
  const leaves = await manyLeaves(66_000)
  const tree = treeOf(leaves)
  const root = await rangeRoot(tree, 0, tree.size)
  expect(isSame(root, await rootOf(concat(...leaves)))).toBe(true)
  for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
    const leaf = leaves[index] ?? utf8('')
    expect(isSame(await rootFromInclusion(leaf, index, tree.size, await inclusionProof(tree, index)), root)).toBe(true)
  }
  const old = { size: 300, root: await rootOf(concat(...leaves.slice(0, 300))) }
  expect(await isConsistent(old, { size: tree.size, root }, await consistencyProof(tree, 300))).toBe(true)
  const tile = await tree.readTile(0, 1, TILE_WIDTH)
  expect(tile.length).toBe(TILE_WIDTH * HASH_BYTES)
})

test('tiles have the addresses that C2SP gives as examples', () => {
  expect(tilePath(0, 1_234_067)).toBe('tile/0/x001/x234/067')
  expect(tilePath(1, 0, 17)).toBe('tile/1/000.p/17')
  expect(tilePath('entries', 273, 112)).toBe('tile/entries/273.p/112')
})
