/** The control socket without a server. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendCommand, controlPath, serveControl, type ControlHandlers } from '../../server/platform/control.ts'
import { StartError } from '../../server/platform/errors.ts'
import { createLog } from '../../server/platform/logger.ts'

let folder: string
let path: string
let stop: (() => Promise<void>) | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taimako-control-'))
  path = controlPath(folder)
})
afterEach(async () => {
  await stop?.()
  stop = undefined
  rmSync(folder, { recursive: true })
})

async function serve(handlers: ControlHandlers): Promise<void> {
  stop = await serveControl(path, handlers, createLog('silent'))
}

test('a command receives its input and returns a text', async () => {
  await serve({ greet: (input) => Promise.resolve(`Sannu, ${JSON.stringify(input)}`) })
  expect(await sendCommand(path, 'greet', { name: 'Kano' })).toBe('Sannu, {"name":"Kano"}')
})

test('a folder whose path is too long for a socket uses one elsewhere', async () => {
  path = controlPath(join(folder, 'a-long-name'.repeat(12)))
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
  await serve({ greet: () => Promise.resolve('Sannu') })
  expect(await sendCommand(path, 'greet')).toBe('Sannu')
  await stop?.()
  stop = undefined
  expect(existsSync(path)).toBe(false)
})

test('where no server listens, there is no answer', async () => {
  expect(await sendCommand(path, 'greet')).toBeNull()
})

test('a refusal is passed on, and an unexpected error reveals nothing', async () => {
  await serve({
    refuse: () => Promise.reject(new StartError('There are gifts here already.')),
    fail: () => Promise.reject(new Error('password of the database: hunter2')),
  })
  await expect(sendCommand(path, 'refuse')).rejects.toThrow(new StartError('There are gifts here already.'))
  await expect(sendCommand(path, 'fail')).rejects.toThrow(
    new StartError('The command failed in the running server. Its log says why.'),
  )
})

test('only the commands can be called', async () => {
  await serve({ greet: () => Promise.resolve('Sannu') })
  for (const [method, address] of [
    ['GET', '/greet'],
    ['POST', '/api/stats'],
    ['POST', '/toString'],
    ['POST', '/__proto__'],
    ['POST', '/'],
  ] as const) {
    const status = await new Promise((resolve, reject) => {
      request({ socketPath: path, method, path: address, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })
    expect([method, address, status]).toEqual([method, address, 404])
  }
})

test('stopping waits for the running command', async () => {
  const order: string[] = []
  let finish: () => void = () => {}
  let begun: () => void = () => {}
  const under = new Promise<void>((resolve) => (begun = resolve))
  await serve({
    slow: async () => {
      begun()
      await new Promise<void>((resolve) => (finish = resolve))
      order.push('finished')
      return 'done'
    },
  })
  const asked = sendCommand(path, 'slow')
  await under
  const stopped = stop?.().then(() => order.push('stopped'))
  stop = undefined
  finish()
  expect(await asked).toBe('done')
  await stopped
  expect(order).toEqual(['finished', 'stopped'])
})
