/** Responses behind a guard are never left in a cache: on a shared phone, the next person would read them. */
import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { isPrivate, type Endpoint } from '../contract/platform/endpoint.ts'
import { newAdministrator } from '../test/support/administering.ts'
import { newPerson } from '../test/support/asking.ts'
import { useServer } from '../test/support/own-server.ts'
import type { Answer, TestServer } from '../test/support/server.ts'

let server: TestServer
useServer(async (emptied) => {
  server = emptied
})

const guarded = Object.entries<Endpoint>(api).filter(
  ([, { guard }]) => guard !== 'anyone' && guard !== 'provider' && guard !== 'operator',
)

test('every guarded call is private, without saying so', () => {
  expect(guarded.length).toBeGreaterThan(100)
  expect(guarded.filter(([, declaration]) => !isPrivate(declaration))).toEqual([])
  expect(guarded.filter(([, { secret }]) => secret === true).map(([key]) => key)).toEqual([])
})

test('every guarded GET answers so', async () => {
  const halima = await newAdministrator(server)
  const amina = await newPerson(server)
  await amina.ask()
  const answered: string[] = []
  for (const [key, { guard }] of guarded) {
    const [method = '', path = ''] = key.split(' ')
    if (method !== 'GET' || path.includes(':')) continue
    const answer: Answer = await (guard === 'admin' ? halima : amina).call('GET', path)
    expect([key, answer.headers.get('cache-control')]).toEqual([key, 'no-store'])
    if (answer.status === 200) answered.push(key)
  }
  expect(answered).toContain('GET /api/messages')
  expect(answered.length).toBeGreaterThan(20)
})
