/** One process owns a data folder, and commands use it. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endProcesses,
  preparedFolder,
  SECRET_KEY,
  startRefused,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../support/process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { callCommand } from './call-command.ts'

afterAll(endProcesses)

const DATA_DIR = join(temporaryFolder(), 'data')
let owner: ServerProcess
beforeAll(async () => {
  for (const name of ['documents/aa', 'outbox', 'uploads/incoming'])
    mkdirSync(join(DATA_DIR, name), { recursive: true })
  for (const name of ['documents/aa/old', 'outbox/letter.eml']) writeFileSync(join(DATA_DIR, name), 'x')
  for (const name of ['', 'documents', 'documents/aa', 'outbox', 'uploads', 'uploads/incoming'])
    chmodSync(join(DATA_DIR, name), 0o755)
  for (const name of ['documents/aa/old', 'outbox/letter.eml']) chmodSync(join(DATA_DIR, name), 0o644)
  // As a shell without a umask of its own would start it.
  const before = process.umask(0)
  owner = await startServer({ DATA_DIR }).finally(() => process.umask(before))
})

test('a folder that existed before the first start is closed to others, with all that is made in it', () => {
  expect(statSync(join(DATA_DIR, 'database')).mode & 0o777).toBe(0o700)
  expect(openToOthers(DATA_DIR)).toEqual([])
  expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
})

test('one process owns a folder, and a killed one does not block the next', async () => {
  const socket = join(DATA_DIR, 'control.sock')
  const second = await startRefused({ DATA_DIR })
  expect(second.code).toBe(1)
  expect(second.said).toContain(`Another process is using the data folder ${DATA_DIR}.`)
  expect(second.said).not.toContain('    at ')
  expect((await fetch(`${owner.url}/health/ready`)).status).toBe(200)
  expect(statSync(socket).mode & 0o777).toBe(0o600)

  await owner.kill()
  // A killed process leaves a dead socket. A command ignores it and opens the database itself …
  expect(existsSync(socket)).toBe(true)
  expect(await callCommand('backup', [join(DATA_DIR, 'alone.gz')], { DATA_DIR })).toMatchObject({
    code: 0,
    refused: '',
  })
  // … and the next server replaces it.
  const next = await startServer({ DATA_DIR })
  expect(await callCommand('backup', [join(DATA_DIR, 'served.gz')], { DATA_DIR })).toMatchObject({ code: 0 })
  expect(next.output()).toContain('"command":"backup"')

  expect(await next.stop()).toEqual({ code: 0, signal: null })
  expect(existsSync(socket)).toBe(false)
})

/** The files and folders that other users of the machine may open. The embedded database's are protected by its folder. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // The server may have renamed a partial file by now.
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return !name.startsWith('database/') && found !== undefined && (found.mode & 0o077) !== 0
  })
}

test('what is not ours in the folder stays as it is, and the folder open', async () => {
  const open = await preparedFolder()
  writeFileSync(join(open, 'notes.txt'), 'x')
  mkdirSync(join(open, 'documents'))
  for (const name of ['', 'documents']) chmodSync(join(open, name), 0o755)
  chmodSync(join(open, 'notes.txt'), 0o644)
  expect(await callCommand('admin', ['list'], { DATA_DIR: open })).toMatchObject({ code: 0 })
  expect(openToOthers(open)).toEqual(['notes.txt'])
  expect(statSync(open).mode & 0o777).toBe(0o755)
})

test.each([
  [{ HOST: '203.0.113.1', SANDBOX: 'on' }, 'Set HOST and PORT to what this machine may use.'],
  [
    { DATABASE_URL: 'postgres://127.0.0.1:1/taimako', SECRET_KEY },
    'The database behind DATABASE_URL cannot be reached.',
  ],
])('a first start with %o says why it cannot start, without a stack trace', async (variables, why) => {
  const refused = await startRefused({ DATA_DIR: temporaryFolder(), ...variables })
  expect(refused.code).toBe(1)
  expect(refused.said).toContain(why)
  expect(refused.said).not.toContain('    at ')
})

test('a first start on a full disk names it, and the next one with room is whole', async ({ skip }) => {
  const disk = mountSmallDisk(160)
  if (!disk) return skip('this process may not mount a disk')
  try {
    disk.fill()
    const { code, said } = await startRefused(disk.variables)
    expect(code).toBe(1)
    expect(said).toContain(`Taimako cannot start.\nA disk is full: that of ${disk.folder} or of `)
    expect(said).not.toContain('    at ')
    disk.free()
    expect(await (await startServer(disk.variables)).stop()).toEqual({ code: 0, signal: null })
  } finally {
    disk.remove()
  }
})

test('a server whose disk becomes full is not ready until there is room', async ({ skip }) => {
  const disk = mountSmallDisk(160)
  if (!disk) return skip('this process may not mount a disk')
  try {
    const server = await startServer(disk.variables)
    const ready = () => fetch(`${server.url}/health/ready`)
    expect((await ready()).status).toBe(200)
    disk.fill()
    const full = await ready()
    expect([full.status, await full.text()]).toEqual([503, expect.stringContaining('The disk of DATA_DIR is full.')])
    disk.free()
    expect((await ready()).status).toBe(200)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  } finally {
    disk.remove()
  }
})

test('half a secret key, as a full disk leaves it, is no key', async () => {
  const folder = await preparedFolder()
  writeFileSync(join(folder, 'secret.key'), '')
  const { code, said } = await startRefused({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(said).toContain(`${join(folder, 'secret.key')} is incomplete.`)
})
