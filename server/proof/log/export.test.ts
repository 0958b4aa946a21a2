/** The log as files: a copy of the folder serves the same log, and a full disk leaves the copy unchanged. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { readEntries, readHead, treeOf, type ReadLog } from '../../../contract/proof/audit.ts'
import { requireConsistent } from '../../../contract/proof/receipt.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { temporaryFolder } from '../../../test/support/process.ts'
import { mountSmallDisk } from '../../../test/support/small-disk.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { exportLog } from './export.ts'

const giving = useGiving()

const readerOf =
  (folder: string): ReadLog =>
  async (path) =>
    existsSync(join(folder, path)) ? new Uint8Array(await readFile(join(folder, path))) : undefined

/** Makes gifts up, as many as an entry each. */
async function give(from: number, to: number): Promise<void> {
  await giving.server.core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100, 'success', 'food', sha256(number::text::bytea), '2026-01-10', '2026-01-10', '2026-01-10'
      from generate_series(${from}::int, ${to}::int) as number`)
  // Gives the planner statistics, as rows that grow day by day have: none were collected for these.
  await giving.server.core.db.execute(sql`analyze donations`)
  await makeCheckpoint(giving.server.core)
}
afterEach(() => giving.server.core.db.execute(sql`delete from donations where amount = 100`))

/** Reads every entry of a folder and computes the root again. */
async function checkFolder(folder: string): Promise<Awaited<ReturnType<typeof readHead>>> {
  const read = readerOf(folder)
  const found = await readHead(read)
  await readEntries(read, found.head)
  return found
}

test('the files are the log, a second time only what is new, and the later copy continues the earlier one', async () => {
  const { core } = giving.server
  const folder = temporaryFolder()
  await makeCheckpoint(core)
  expect(await exportLog(core, folder)).toEqual({ size: 0, written: 0 })
  await give(1, 600)
  // Three tiles and bundles, and the two full ones as hashes in the tile above.
  expect(await exportLog(core, folder)).toEqual({ size: 600, written: 7 })
  expect(await exportLog(core, folder)).toEqual({ size: 600, written: 0 })
  const { note, keys } = await checkFolder(folder)
  await give(601, 900)
  expect(await exportLog(core, folder)).toEqual({ size: 900, written: 5 })
  const later = await checkFolder(folder)
  expect(later.head.size).toBe(900)
  await requireConsistent(later.head, { note, keys }, treeOf(readerOf(folder), 900).readTile)
  // Each file is what the server serves at the same address.
  for (const path of ['tile/0/000', 'tile/1/000.p/3', 'tile/entries/003.p/132', 'checkpoint', 'key']) {
    const served = await giving.server.app.request(`/log/${path}`)
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(await readerOf(folder)(path))
  }
})

test('a copy that is made while entries come has all that its checkpoint names', async () => {
  const { core } = giving.server
  await give(50_000, 50_000)
  let over = false
  const coming = (async () => {
    for (let number = 1; number <= 60; number += 1) await give(50_000 + number, 50_000 + number)
    over = true
  })()
  try {
    while (!over) {
      const folder = temporaryFolder()
      const { size } = await exportLog(core, folder)
      expect((await checkFolder(folder)).head.size).toBe(size)
    }
  } finally {
    await coming
  }
})

test('a full disk leaves the copy unchanged, and the rest is written once there is room', async ({ skip }) => {
  const disk = mountSmallDisk(4)
  if (!disk) return skip('this process may not mount a disk')
  try {
    const { core } = giving.server
    const folder = join(disk.folder, 'log')
    await give(1, 300)
    await exportLog(core, folder)
    const before = await checkFolder(folder)
    disk.fill()
    await give(301, 20_000)
    await expect(exportLog(core, folder)).rejects.toThrow('ENOSPC')
    expect(await checkFolder(folder)).toEqual(before)
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([])
    disk.free()
    expect((await exportLog(core, folder)).size).toBe(20_000)
    expect((await checkFolder(folder)).head.size).toBe(20_000)
  } finally {
    disk.remove()
  }
})
