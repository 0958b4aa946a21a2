/** One process owns a data folder, and commands use it. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endProcesses, startRefused, startServer, preparedFolder } from '../support/process.ts'
import { runCommand } from './run-command.ts'

afterAll(endProcesses)

test('one process owns a folder, and a killed one does not block the next', async () => {
  const DATA_DIR = await preparedFolder()
  const socket = join(DATA_DIR, 'control.sock')
  const owner = await startServer({ DATA_DIR })

  const second = await startRefused({ DATA_DIR })
  expect(second.code).toBe(1)
  expect(second.said).toContain(`Another process is using the data folder ${DATA_DIR}.`)
  expect(second.said).not.toContain('    at ')
  expect((await fetch(`${owner.url}/health/ready`)).status).toBe(200)
  expect(statSync(socket).mode & 0o777).toBe(0o600)

  await owner.kill()
  // A killed process leaves a dead socket. A command ignores it and opens the database itself …
  expect(existsSync(socket)).toBe(true)
  expect(await runCommand('backup', [join(DATA_DIR, 'alone.gz')], { DATA_DIR })).toMatchObject({ code: 0, refused: '' })
  // … and the next server replaces it.
  const next = await startServer({ DATA_DIR })
  expect(await runCommand('backup', [join(DATA_DIR, 'served.gz')], { DATA_DIR })).toMatchObject({ code: 0 })
  expect(next.output()).toContain('"command":"backup"')

  expect(await next.stop()).toEqual({ code: 0, signal: null })
  expect(existsSync(socket)).toBe(false)
})
