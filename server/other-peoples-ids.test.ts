/** Every route that takes an id answers for another person's id as for one that does not exist. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { authCalls } from '../contract/people/auth.ts'
import { ourCalls } from '../test/fuzz/calls.ts'
import { newPerson, type Person } from '../test/support/asking.ts'
import { insertReturnedDisbursement } from '../test/support/paying-out.ts'
import { expectBooksBalance, newKey, testServer, type TestServer } from '../test/support/server.ts'

let server: TestServer
let amina: Person
let bello: Person
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  amina = await newPerson(server)
  bello = await newPerson(server, 'bello')
})

const Items = z.object({ items: z.array(z.object({ id: z.string() })) })
const WithId = z.object({ id: z.string() })
const Opened = z.object({ reference: z.string() })
const User = z.object({ identities: z.array(z.object({ identity_id: z.string() })) })

interface Guess {
  /** The id of something of Amina's that the request is about. */
  hers: () => Promise<string>
  nobodys: string
  body?: object
}

const nobodys = crypto.randomUUID()
const askedPapers = crypto.randomUUID()
const herRequest = async () => WithId.parse((await amina.ask()).body).id
const herFactor = async () => {
  const factor = { factor_type: 'totp', friendly_name: crypto.randomUUID() }
  return WithId.parse((await amina.call('POST', '/auth/v1/factors', factor)).body).id
}

const herDisbursement = async () =>
  insertReturnedDisbursement(server, await herRequest(), [bello, await newPerson(server, 'chidi')])
const herTopUp = async () =>
  Opened.parse((await amina.call('POST', '/api/wallet/top-ups', { amount: 500 }, newKey())).body).reference

const herThread = async () => {
  const [id, request] = [crypto.randomUUID(), await herRequest()]
  await server.core.db.execute(
    sql`insert into contact_messages (id, idempotency_key_hash, origin, application_id, user_id, first_name, last_name, email, subject, message, created_at, last_at)
        values (${id}, '\\x00', 'staff', ${request}, ${amina.userId}, 'Amina', '', '', 'Your request', '', now(), now())`,
  )
  return id
}

const GUESSES: Readonly<Record<string, Guess>> = {
  'DELETE /api/account/sessions/:id': {
    hers: async () => Items.parse((await amina.call('GET', '/api/account/sessions')).body).items[0]?.id ?? '',
    nobodys,
  },
  'GET /api/applications/:id': { hers: herRequest, nobodys },
  'POST /api/applications/:id/appeal': { hers: herRequest, nobodys, body: { text: null } },
  'POST /api/applications/:id/complaints': {
    hers: herRequest,
    nobodys,
    body: { kind: 'money', about: 'none', text: 'It did not come.' },
  },
  'POST /api/applications/:id/withdrawal': { hers: herRequest, nobodys },
  'POST /api/applications/:id/correction': {
    hers: herRequest,
    nobodys,
    body: { description: 'Mine now.', amount_requested: null, location: 'Kano', expected_corrections: 0 },
  },
  'POST /api/applications/:id/added-papers': { hers: herRequest, nobodys, body: { documents: ['a/1_b.pdf'] } },
  'POST /api/applications/:id/call': { hers: herRequest, nobodys },
  'DELETE /api/applications/:id/call': { hers: herRequest, nobodys },
  'POST /api/messages/:id/answers': { hers: herThread, nobodys, body: { text: 'Thank you.' } },
  'GET /api/applications/:id/payee': { hers: herRequest, nobodys },
  'POST /api/applications/:id/payee': {
    hers: herRequest,
    nobodys,
    body: { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' },
  },
  'POST /api/applications/:id/payee/cash': { hers: herRequest, nobodys },
  'POST /api/applications/:id/payee/vendor': {
    hers: herRequest,
    nobodys,
    body: {
      kind: 'school',
      name: 'Sunrise School',
      bank_code: '057',
      account_number: '0000000008',
      account_name: 'DANJUMA HELEN',
    },
  },
  'GET /api/applications/:id/award': { hers: herRequest, nobodys },
  'PUT /api/payouts/:id/words': { hers: herDisbursement, nobodys, body: { text: 'Thank you.', may_show: true } },
  'DELETE /api/payouts/:id/words': { hers: herDisbursement, nobodys },
  'POST /api/payouts/:id/confirmation': { hers: herDisbursement, nobodys, body: { answer: 'all' } },
  'POST /api/applications/:id/papers': {
    hers: async () => {
      const id = await herRequest()
      await server.core.db.execute(
        sql`insert into paper_requests (id, application_id, user_id, text, created_at)
            values (${askedPapers}, ${id}, ${bello.userId}, 'The letter of the school, please.', now())`,
      )
      return id
    },
    nobodys,
    body: { paper_request_id: askedPapers, documents: [], message: 'None.' },
  },
  'POST /api/wallet/top-ups/:reference/cancel': { hers: herTopUp, nobodys: 'ref-1768467600000-abcdefghijklmnop' },
  'POST /api/wallet/top-ups/:reference/resume': { hers: herTopUp, nobodys: 'ref-1768467600000-abcdefghijklmnop' },
  'DELETE /auth/v1/user/identities/:identity_id': {
    hers: async () => {
      // With a single one, the answer is only that it is the last.
      for (const { userId } of [amina, bello]) {
        await server.core.db.execute(
          sql`insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
              values (gen_random_uuid(), ${userId}, 'oidc', ${userId}, '{}', now(), now())`,
        )
      }
      return User.parse((await amina.call('GET', '/auth/v1/user')).body).identities[0]?.identity_id ?? ''
    },
    nobodys,
  },
  'DELETE /auth/v1/factors/:factor_id': { hers: herFactor, nobodys },
  'POST /auth/v1/factors/:factor_id/challenge': { hers: herFactor, nobodys, body: {} },
  'POST /auth/v1/factors/:factor_id/verify': {
    hers: herFactor,
    nobodys,
    body: { challenge_id: nobodys, code: '123456' },
  },
}

test('every route for signed-in people that takes an id is tested below', () => {
  const ours = ourCalls
    .filter(({ endpoint }) => endpoint.guard === 'signed_in' && endpoint.params)
    .map(({ method, path }) => `${method} ${path}`)
  const auths = Object.keys(authCalls)
    .filter((key) => key.includes(':'))
    .map((key) => key.replace(' ', ' /auth/v1'))
  expect(Object.keys(GUESSES).toSorted()).toEqual([...ours, ...auths].toSorted())
})

test.each(Object.entries(GUESSES))('%s: what is hers is not there for him', async (key, { hers, nobodys, body }) => {
  const [method = '', path = ''] = key.split(' ')
  const ask = async (who: Person, id: string) => {
    const answer = await who.call(method, path.replace(/:\w+/, id), body, newKey())
    const { request_id: _, ...told } = answer.body
    return [answer.status, told]
  }
  const id = await hers()
  const unknown = await ask(bello, nobodys)
  expect(await ask(bello, id)).toEqual(unknown)
  // The auth protocol has its own error for it.
  const words = path.startsWith('/api') ? [404, { code: 'not_found' }] : [unknown[0], {}]
  expect(unknown).toMatchObject(words)
  // It is there for her: otherwise nothing was guessed.
  expect(await ask(amina, id)).not.toEqual(unknown)
  await expectBooksBalance(server)
})
