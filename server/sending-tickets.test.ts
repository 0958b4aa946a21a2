/** A worker with a ticket sends one request, and what belongs to it, within seven days, while its session lasts (decision 0093). */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { REQUEST } from '../test/support/asking.ts'
import { callsOpenTo } from '../test/support/every-call.ts'
import { pdf } from '../test/support/documents.ts'
import { usePhoneServer } from '../test/support/phones.ts'
import { hours } from './platform/clock.ts'

const auth = usePhoneServer()
const KEY = '7a1d2f0e9c5b4e8a8b3d2f6c1e0d9a47'
const Given = z.looseObject({ ticket: z.string() })

async function newTicket() {
  const device = await auth.signedInByText()
  const { data } = await device.getSession()
  const bearer = `Bearer ${data.session?.access_token}`
  const { body } = await auth.server.call('POST', '/api/applications/sending', { key: KEY }, { authorization: bearer })
  const authorization = `Ticket ${Given.parse(body).ticket}`
  const send = (body: object = REQUEST, key = KEY) =>
    auth.server.call('POST', '/api/applications', body, { authorization, 'idempotency-key': key })
  return { device, userId: data.session?.user.id, bearer, authorization, send }
}

test('it opens four calls and no other', async () => {
  const { authorization } = await newTicket()
  const open = await callsOpenTo(auth.server, authorization, (status, says, isHead) =>
    says.includes('"forbidden"')
      ? status === 403
      : status === 401 && (isHead || /unauthorized|no_authorization|bad_jwt/.test(says)),
  )
  expect(open).toEqual([
    '/storage/v1POST /object/:bucket/*',
    'POST /api/applications',
    'POST /api/applications/for-others',
    'PUT /api/profile',
  ])
})

test('it sends documents, profile and the request once, and no other request', async () => {
  const { authorization, bearer, userId, send } = await newTicket()
  const path = `${userId}/1700000000000_bill.pdf`
  const upload = () =>
    auth.server.app.request(`/storage/v1/object/documents/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/pdf' },
      body: pdf(),
    })
  expect((await upload()).status).toBe(200)
  // A worker that was ended before it knew sends it again.
  expect(await (await upload()).json()).toMatchObject({ error: 'Duplicate' })
  const profile = { full_name: 'Amina Yusuf', address: '12 Zoo Road, Kano' }
  expect((await auth.server.call('PUT', '/api/profile', profile, { authorization })).status).toBe(200)
  const body = {
    ...REQUEST,
    documents_provided: [new URL(`/storage/v1/object/documents/${path}`, auth.server.core.env.publicUrl).href],
  }
  const other = await send(body, crypto.randomUUID())
  expect([other.status, other.body['code']]).toEqual([403, 'forbidden'])
  const [first, again] = [await send(body), await send(body)]
  expect([first.status, again.body['id']]).toEqual([201, first.body['id']])
  const own = await auth.server.call('GET', '/api/applications', undefined, { authorization: bearer })
  expect(own.body['items']).toHaveLength(1)
})

test.each([
  ['seven days later', async () => auth.server.clock.advance(hours(24 * 7))],
  ['once its session has ended', async ({ device }) => void (await device.signOut({ scope: 'local' }))],
] as const satisfies [string, (given: Awaited<ReturnType<typeof newTicket>>) => Promise<void>][])(
  'it sends nothing %s',
  async (_when, end) => {
    const given = await newTicket()
    await end(given)
    expect((await given.send()).status).toBe(401)
  },
)

test('one that was changed sends nothing, and none is given without a session', async () => {
  const { authorization, send } = await newTicket()
  const [session = '', , until = '', mac = ''] = authorization.split('.')
  const forged = `${session}.${crypto.randomUUID()}.${until}.${mac}`
  const refused = await auth.server.call('PUT', '/api/profile', {}, { authorization: forged })
  expect(refused.status).toBe(401)
  expect((await auth.server.call('POST', '/api/applications/sending', { key: KEY })).status).toBe(401)
  expect((await auth.server.call('POST', '/api/applications/sending', { key: KEY }, { authorization })).status).toBe(
    403,
  )
  expect((await send()).status).toBe(201)
})
