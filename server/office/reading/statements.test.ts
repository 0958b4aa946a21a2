/** No list asks the database once more for each of its rows. Which lists there are is the contract's to say. */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import type { Endpoints } from '../../../contract/platform/endpoint.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { uploadBankLines } from '../../../test/support/bank-lines.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { newKey, testServer } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'
import { seconds } from '../../platform/clock.ts'

const declared: Endpoints = api
/** Every list with a limit. The list of payouts has a test of its own. */
const LISTS = Object.entries(declared).flatMap(([key, { query, guard, reply }]) => {
  const [method, path = ''] = key.split(' ')
  const paged =
    query instanceof z.ZodObject &&
    'limit' in query.shape &&
    reply.schema instanceof z.ZodObject &&
    'items' in reply.schema.shape
  return method === 'GET' && paged && !path.includes(':') && path !== '/api/admin/payouts' ? [{ path, guard }] : []
})

/** Parameters that a list requires beside its limit. */
const WANTED: Readonly<Record<string, string>> = {
  '/api/admin/decisions': '&group=mine',
  '/api/wallet/statement': '&from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z',
}

let halima: Administrator
let amina: Person
beforeAll(async () => {
  const server = await testServer({ RATE_LIMITS: 'off' })
  halima = await newAdministrator(server)
  amina = await newPerson(server)
  const people = [amina, await newPerson(server, 'bola'), await newPerson(server, 'chidi')]
  for (const person of people) {
    for (let round = 0; round < 2; round += 1) {
      const asked = await person.askLater()
      await halima.call('GET', `/api/admin/applications/${asked}`)
      const { body } = await person.call('POST', '/api/wallet/top-ups', { amount: 100 }, newKey())
      const opened = z.object({ reference: z.string(), access_code: z.string() }).parse(body)
      await server.control('/pay', { reference: opened.reference, silently: true })
      server.clock.advance(seconds(11))
      await server.call('POST', '/functions/v1/verify', { reference: opened.reference })
      await server.call('POST', '/api/donations', { amount: 100 }, newKey())
      const message = {
        first_name: 'Bola',
        last_name: 'Ade',
        email: 'b@mail.example',
        subject: 'Hello',
        message: 'Words.',
      }
      await server.call('POST', '/api/contact-messages', message, newKey())
    }
  }
  await uploadBankLines(halima, ['One', 'Two'])
  await uploadBankLines(halima, ['Three'])
  for (const { email } of people)
    await halima.call('POST', '/api/admin/role-changes', { email, roles: ['caller'], reason: 'They join.' })
  // Work still under way would count as the next list's.
  await server.idle()
  return () => server.close()
})

const Page = z.object({ items: z.array(z.unknown()) })

test('every list is tested below', () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(9)
})

test.each(LISTS)('$path takes the same number of statements for many rows as for one', async ({ path, guard }) => {
  const reader = guard === 'admin' ? halima : amina
  const read = async (limit: number) => {
    const { status, body } = await reader.call('GET', `${path}?limit=${limit}${WANTED[path] ?? ''}`)
    expect(status).toBe(200)
    return Page.parse(body).items.length
  }
  expect(await read(1)).toBe(1)
  const forOne = await countStatements(() => read(1))
  expect(await read(50)).toBeGreaterThan(1)
  expect(await countStatements(() => read(50))).toBe(forOne)
})
