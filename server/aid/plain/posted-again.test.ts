/** The form without script on a shared phone, and with photos that cannot be taken: no request is lost without a word. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { OTHER_PHONE, PHONE, usePhoneServer } from '../../../test/support/phones.ts'

const auth = usePhoneServer()
const FIELDS = { name: 'Amina Yusuf', phone: '0803 123 4567', place: '12 Zoo Road, Kano', kind: 'food', amount: '' }

const tokenIn = (page: string) => /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.['token'] ?? ''
const opened = async () => tokenIn(await (await auth.server.app.request('/aid/plain')).text())

async function send(path: string, body: FormData | URLSearchParams) {
  const response = await auth.server.app.request(`/aid/plain/${path}`, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, text, number: /T-\d{5}-\d{4}-\d/.exec(text)?.[0] }
}

function post(token: string, more: Partial<typeof FIELDS> = {}, photos: readonly Blob[] = []) {
  const body = new FormData()
  for (const field of Object.entries({ form: token, ...FIELDS, ...more })) body.set(...field)
  for (const each of photos) body.append('photo', each, 'photo.jpg')
  return send('request', body)
}

const typeCode = async (token: string, phone: string) =>
  send('code', new URLSearchParams({ form: token, code: await auth.lastCode(phone) }))
const requests = () => auth.server.core.db.$count(sql`aid_applications`)

const BALA = { name: 'Bala Musa', phone: OTHER_PHONE }

test('the next person of a phone, who goes back to the form of a sent request, is asked to send it as their own', async () => {
  const token = await opened()
  await post(token)
  const { number } = await typeCode(token, PHONE)
  for (const theirs of [BALA, { name: BALA.name }, { kind: 'shelter' }]) {
    const answer = await post(token, theirs)
    expect([answer.status, answer.number]).toEqual([409, undefined])
    expect(answer.text).toContain('This form was sent before')
    expect(answer.text).toContain(`value="${{ ...FIELDS, ...theirs }.name}"`)
  }
  expect(await requests()).toBe(1)
  const again = tokenIn((await post(token, BALA)).text)
  expect(await post(again, BALA)).toMatchObject({ status: 200, number: undefined })
  const theirs = await typeCode(again, OTHER_PHONE)
  expect([theirs.status, theirs.number === number]).toEqual([200, false])
  expect(await requests()).toBe(2)
  // A second press of the first person shows their number, also where they corrected the place.
  for (const more of [{}, { place: '13 Zoo Road, Kano' }, { name: ' amina  YUSUF' }])
    expect(await post(token, more)).toMatchObject({ status: 200, number })
})

test('what was typed with photos that are far too large is shown again', async () => {
  const answer = await post(await opened(), {}, [new Blob([Buffer.alloc(41 * 1024 * 1024)])])
  expect([answer.status, answer.text]).toEqual([413, expect.stringContaining(`value="${FIELDS.place}"`)])
  expect(await requests()).toBe(0)
})

test('a chosen photo without bytes, as phones have of pictures that are stored elsewhere, is not left out without a word', async () => {
  const token = await opened()
  const answer = await post(token, {}, [new Blob([])])
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Photo 1 is not a photo')])
  // Browsers send a field in which nothing was chosen with an empty name.
  const body = new FormData()
  for (const field of Object.entries({ form: token, ...FIELDS })) body.set(...field)
  body.append('photo', new Blob([]), '')
  expect((await send('request', body)).status).toBe(200)
})
