/** One process owns a data folder; the commands go through it. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { controlPath } from '../../server/lib/control.ts'
import { endProcesses, startRefused, startServer, temporaryFolder } from '../support/process.ts'
import { runCommand } from './run-command.ts'

afterAll(endProcesses)

test('one process owns a folder, and one that is killed leaves nothing in the way of the next', async () => {
  const DATA_DIR = temporaryFolder()
  const socket = join(DATA_DIR, 'control.sock')
  const owner = await startServer({ DATA_DIR })

  const second = await startRefused({ DATA_DIR })
  expect(second.code).toBe(1)
  expect(second.said).toContain(`Another process is using the data folder ${DATA_DIR}.`)
  expect(second.said).not.toContain('    at ')
  expect((await fetch(`${owner.url}/health/ready`)).status).toBe(200)
  expect(statSync(socket).mode & 0o777).toBe(0o600)

  await owner.kill()
  // What a killed process leaves: a socket that nobody listens on. A command goes past it to the database itself …
  expect(existsSync(socket)).toBe(true)
  expect(await runCommand('backup', [join(DATA_DIR, 'alone.gz')], { DATA_DIR })).toMatchObject({ code: 0, refused: '' })
  // … and the next server puts its own in that place.
  const next = await startServer({ DATA_DIR })
  expect(await runCommand('backup', [join(DATA_DIR, 'served.gz')], { DATA_DIR })).toMatchObject({ code: 0 })
  expect(next.output()).toContain('"command":"backup"')

  expect(await next.stop()).toEqual({ code: 0, signal: null })
  expect(existsSync(socket)).toBe(false)
})

test('the commands find the server of a folder whose path is too long for a socket', async () => {
  const DATA_DIR = join(temporaryFolder(), 'a-long-name'.repeat(12))
  expect(Buffer.byteLength(controlPath(DATA_DIR))).toBeLessThanOrEqual(100)
  const server = await startServer({ DATA_DIR })
  const backup = await runCommand('backup', [join(DATA_DIR, 'served.gz')], { DATA_DIR })
  expect(backup).toMatchObject({ code: 0, refused: '' })
  expect(server.output()).toContain('"command":"backup"')
  await server.stop()
  expect(existsSync(controlPath(DATA_DIR))).toBe(false)
})
