/** The form without script on a shared phone, and with photos that cannot be taken: no request is lost without a word. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { photo } from '../../../test/support/documents.ts'
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

test('a photo is named by the field in which it was chosen, also where the field above is empty', async () => {
  const postSecond = async (token: string, chosen: Blob) => {
    const body = new FormData()
    for (const field of Object.entries({ form: token, ...FIELDS })) body.set(...field)
    // FormData of Node names no file for the field above, where browsers name an empty one.
    body.append('photo', new Blob([]), 'empty')
    body.append('photo', chosen, 'photo.jpg')
    const encoded = new Response(body)
    const bytes = Buffer.from(await encoded.arrayBuffer())
      .toString('latin1')
      .replace('filename="empty"', 'filename=""')
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const init = { method: 'POST', headers, body: Buffer.from(bytes, 'latin1') }
    const response = await auth.server.app.request('/aid/plain/request', init)
    return { status: response.status, text: await response.text() }
  }
  expect((await postSecond(await opened(), new Blob(['no picture']))).text).toContain('Photo 2 is not a photo')
  const token = await opened()
  const cutOff = new Blob([new Uint8Array((await photo()).subarray(0, 200))])
  expect((await postSecond(token, cutOff)).status).toBe(200)
  expect((await typeCode(token, PHONE)).text).toContain('Photo 2: ')
})
