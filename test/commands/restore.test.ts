/** Demo, backup and restore on the embedded database: the first call of each command is a process, as an operator starts it. engines.test.ts backs up what the demo leaves. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkBackup } from '../../server/operator/backup/restore-backup.ts'
import { openEmbedded } from '../../server/platform/db/embedded.ts'
import { readEnv } from '../../server/platform/env/env.ts'
import { StartError } from '../../server/platform/errors.ts'
import {
  endProcesses,
  startServer,
  preparedFolder,
  temporaryFolder,
  testKeys,
  type ServerProcess,
} from '../support/process.ts'
import { addGift } from './money-rows.ts'
import { callCommand } from './call-command.ts'
import { runCommand } from './run-command.ts'

const Stats = z.object({
  active_donors: z.number(),
  funds_raised: z.number(),
  funds: z.record(z.string(), z.unknown()),
})

const readStats = async (server: ServerProcess) => Stats.parse(await (await fetch(`${server.url}/api/stats`)).json())

const DATA_DIR = await preparedFolder()
const file = join(temporaryFolder(), 'backup.gz')
let server: ServerProcess
beforeAll(async () => {
  const database = await openEmbedded(DATA_DIR)
  await addGift(database.db)
  await database.close()
  server = await startServer({ DATA_DIR })
})
afterAll(endProcesses)

describe('while the server runs', () => {
  test('the demo is refused where there are gifts, and changes nothing', async () => {
    const stats = await readStats(server)
    expect(stats).toMatchObject({ active_donors: 1, funds_raised: 5 })
    const demo = await runCommand('demo', [], { DATA_DIR })
    expect(demo).toMatchObject({ code: 1, said: 'Filling the sandbox: this takes a few minutes …\n' })
    expect(demo.refused).toContain('There are gifts or requests here already.')
    expect(await readStats(server)).toEqual(stats)
  })

  test('a backup is one file, readable by its owner only', async () => {
    const backup = await runCommand('backup', [file], { DATA_DIR })
    expect(backup).toMatchObject({ code: 0, refused: '' })
    expect(backup.said).toContain('1 of them gifts')
    expect(backup.said).toContain('It does not contain SECRET_KEY')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['backup.gz'])
  })

  test('a backup replaces an existing file only with --force', async () => {
    const before = readFileSync(file)
    const again = await callCommand('backup', [file], { DATA_DIR })
    expect(again.code).toBe(1)
    expect(again.said).not.toContain('made-up')
    expect(again.refused).toContain('already exists')
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(await callCommand('backup', [file, '--force'], { DATA_DIR })).toMatchObject({ code: 0, refused: '' })
    expect(readFileSync(file).equals(before)).toBe(false)
  })

  test('the doctor asks the server that owns the database', async () => {
    const doctor = await runCommand('doctor', [], { DATA_DIR, PORT: new URL(server.url).port })
    expect(doctor).toMatchObject({ code: 0, refused: '' })
    // Once the jobs have compared it, the provider misses the gift that was inserted as rows.
    expect(doctor.said).toMatch(/^(ok +books +The books balance\.|warning +books +The books add up, and differ .*)$/m)
    expect(doctor.said).toMatch(/^ok +address +http:\S+ points to this instance\.$/m)
    expect(server.output()).toContain('"command":"doctor"')
  })

  const folder = temporaryFolder()
  test.each([
    ['log', ['export', join(import.meta.filename, 'log')]],
    ['log', ['openings', folder]],
    ['organisation', ['import', folder]],
    ['organisation', ['export', join(folder, 'none', 'details.json')]],
  ] as const)('%s names a file or folder that cannot be used', async (name, args) => {
    const ended = await callCommand(name, args, { DATA_DIR })
    expect(ended).toMatchObject({ code: 1, said: '' })
    expect(ended.refused).toMatch(new RegExp(`${args[1]} cannot be read or written \\(E[A-Z]+\\)\\.`))
  })

  test('a restore into its folder is refused', async () => {
    const restore = await callCommand('restore', [file], { DATA_DIR })
    expect(restore).toMatchObject({ code: 1, said: '' })
    expect(restore.refused).toContain(`Another process is using the data folder ${DATA_DIR}.`)
  })
})

test('backup, wipe, restore: the same figures, and the books balance', async () => {
  const stats = await readStats(server)
  await server.stop()
  const restored = { DATA_DIR: temporaryFolder() }
  const restore = await runCommand('restore', [file], restored)
  expect(restore).toMatchObject({ code: 0, refused: '' })
  expect(restore.said).toMatch(/1 of them gifts, as of .+: the books balance\./)
  expect(restore.said).toContain("put the old instance's secret.key into")
  // Otherwise the first start would create a new key in place of the old one.
  expect(existsSync(join(restored.DATA_DIR, 'secret.key'))).toBe(false)

  const after = await startServer(restored)
  expect(await readStats(after)).toEqual(stats)
  await after.stop()

  const again = await callCommand('restore', [file], restored)
  expect(again).toMatchObject({ code: 1, said: '' })
  expect(again.refused).toContain('This database is not empty')
})

describe('refused before anything is opened:', () => {
  const text = () => gunzipSync(readFileSync(file)).toString()
  const cases: [string, () => Buffer, string][] = [
    ['a file that was cut', () => readFileSync(file).subarray(0, statSync(file).size / 2), 'it is truncated'],
    [
      'a cut that happens to be whole gzip',
      () => gzipSync(text().slice(0, text().lastIndexOf('{"end"'))),
      'its end is',
    ],
    [
      'an altered amount',
      () => gzipSync(text().replace('"donation","', '"donation","1')),
      'its checksum does not match',
    ],
    ['a row too many', () => gzipSync(`${text()}["again"]\n`), 'data after its end'],
    ['a file that is something else', () => Buffer.from('Sannu'), 'not a backup'],
    ['another world in its manifest', () => gzipSync(text().replace('"mode":"sandbox"', '"mode":"live"')), 'checksum'],
    ['a newer format', () => gzipSync(text().replace('"version":2', '"version":3')), 'a newer version of Taimako'],
    ['an older format', () => gzipSync(text().replace('"version":2', '"version":1')), 'no longer supported'],
  ]
  test.each(cases)('%s', async (_name, content, why) => {
    const damaged = join(temporaryFolder(), 'damaged.gz')
    writeFileSync(damaged, content())
    const refusal = await checkBackup(damaged, readEnv({})).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toContain(why)
  })

  test('a sandbox backup on an instance with test keys, and the demo there', async () => {
    const target = join(temporaryFolder(), 'data')
    const restore = await callCommand('restore', [file], { DATA_DIR: target, ...testKeys })
    expect(restore).toMatchObject({ code: 1, said: '' })
    expect(restore.refused).toContain('This backup is from a sandbox instance, but the Paystack key here is for test.')
    const demo = await callCommand('demo', [], { DATA_DIR: target, ...testKeys })
    expect(demo).toMatchObject({ code: 1, said: '' })
    expect(demo.refused).toContain('The demo is for the sandbox only')
    expect(existsSync(target)).toBe(false)
  })

  test('a backup of a missing folder', async () => {
    const nothing = await callCommand('backup', [file], { DATA_DIR: join(temporaryFolder(), 'data') })
    expect(nothing).toMatchObject({ code: 1, said: '' })
    expect(nothing.refused).toContain('does not exist, so there is nothing to back up')
  })
})
