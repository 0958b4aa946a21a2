/** Keys of what staff type and have not sent: the same account in the same roles gets them again for half a day, and no one else. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'

let server: TestServer
let halima: Administrator
let musa: Administrator
let rashida: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  musa = await newAdministrator(server, 'musa')
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
})

const keysOf = async (who: Administrator) => {
  const { status, body } = await who.call('GET', '/api/admin/draft-keys')
  expect(status).toBe(200)
  return z.array(z.base64().length(44)).length(13).parse(body['keys'])
}
const again = () => signInAdministrator(server, 'rashida')

test('are the same after the next sign-in, for twelve hours, and then are given to no one', async () => {
  const [newest = '', ...older] = await keysOf(rashida)
  expect(new Set([newest, ...older]).size).toBe(13)
  expect(await keysOf(await again())).toEqual([newest, ...older])
  server.clock.advance(hours(12))
  expect((await keysOf(await again())).at(-1)).toBe(newest)
  server.clock.advance(hours(1))
  expect(await keysOf(await again())).not.toContain(newest)
})

test('of another account differ, and a change of roles ends those from before', async () => {
  const before = await keysOf(rashida)
  for (const other of [halima, musa]) for (const key of await keysOf(other)) expect(before).not.toContain(key)
  const change = { email: rashida.email, roles: ['reviewer', 'finance'], reason: 'She pays out as well.' }
  const { body } = await halima.call('POST', '/api/admin/role-changes', change)
  const confirmed = await musa.call('POST', `/api/admin/decisions/${String(body['id'])}/confirmation`)
  expect(confirmed.status).toBe(200)
  expect((await rashida.call('GET', '/api/admin/draft-keys')).status).toBe(401)
  for (const key of await keysOf(await again())) expect(before).not.toContain(key)
})

test('are given to no one without a live session of staff who see requests', async () => {
  const amina = await newPerson(server)
  expect((await amina.call('GET', '/api/admin/draft-keys')).status).toBe(403)
  server.clock.advance(minutes(31))
  const ended = await rashida.call('GET', '/api/admin/draft-keys')
  expect([ended.status, ended.body['keys']]).toEqual([401, undefined])
})
