/** Complaints without script: the same rules, readers and limits as of the page with script, in each language. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../../contract/languages/pcm.json' with { type: 'json' }
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { BUILD_FOLDER } from '../../platform/root.ts'

const AT = '/complain/plain'
const ERASED = 'We no longer keep its words.'
const SAID = {
  kind: 'conduct',
  about: 'none',
  text: 'He shouted <b>at</b> my mother.',
  contact: '',
  slip: '',
  code: '',
}
const NUMBER = /class="number">\s*(?<code>[0-9A-Z ]{19})\s*</

let server: TestServer
let halima: Administrator
let musa: Administrator
beforeAll(async () => {
  server = await testServer({ FOCAL_PERSON: 'halima@taimako.example', LANGUAGES_DRAFTS: 'on' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  halima = await newAdministrator(server, 'halima')
  musa = await newAdministrator(server, 'musa')
})

async function answerOf(path: string, fields?: Record<string, string>, headers = {}) {
  const body = fields && new URLSearchParams(fields)
  const answer = await server.app.request(path, body ? { method: 'POST', body, headers } : {})
  const text = await answer.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000)
  expect(text).not.toMatch(/<script|<link rel="stylesheet"|<img/)
  return { status: answer.status, text, headers: answer.headers, number: NUMBER.exec(text)?.groups?.['code'] }
}
const opened = async (at = AT) => /name="form" value="(?<token>[^"]+)"/.exec((await answerOf(at)).text)?.[1] ?? ''
const send = async (more: Partial<typeof SAID> = {}, { form = '', at = AT, headers = {} } = {}) =>
  answerOf(at, { form: form || (await opened(at)), ...SAID, ...more }, headers)

const stored = () =>
  onlyRow(
    server.core.db,
    sql`select (select count(*) from complaints)::int as complaints, (select count(*) from outgoing_mail)::int as mails`,
    z.object({ complaints: z.number(), mails: z.number() }),
  )
const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), text: z.string(), channel: z.string() })) })
const readBy = async (by: Administrator) => Items.parse((await by.call('GET', '/api/admin/complaints')).body).items

test('is stored once however often the form is posted, and its number tells how it stands until its answer', async () => {
  const form = await opened()
  const first = await send({ text: 'One\r\ntwo' }, { form })
  expect([first.status, first.number, first.headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^(?:[0-9A-Z]{4} ?){4}$/),
    'no-store',
  ])
  expect((await send({ text: 'One\ntwo' }, { form })).number).toBe(first.number)
  expect((await stored()).complaints).toBe(1)
  const [complaint] = await readBy(musa)
  expect(complaint).toMatchObject({ text: 'One\ntwo', contact: null, channel: 'page' })

  const ask = (code: string) => answerOf(`${AT}/standing`, { code })
  const received = (await ask(String(first.number).toLowerCase())).text
  expect([/Received.*A person looks at it by/s.test(received), received.includes(ERASED)]).toEqual([true, false])
  await halima.call('POST', `/api/admin/complaints/${complaint?.id ?? ''}/answer`, { text: 'Sorry <i>for</i> that.' })
  const answered = (await ask(String(first.number))).text
  expect([/Answered.*Sorry &lt;i&gt;for/s.test(answered), answered.includes(ERASED)]).toEqual([true, false])
  for (const [code, says] of [
    ['', 'Enter the number.'],
    ['AAAA BBBB CCCC DDDD', 'No complaint has this number.'],
  ] as const) {
    const unknown = await ask(code)
    expect([unknown.status, unknown.text.includes(says)]).toEqual([404, true])
  }
  await server.pass(hours(24 * (server.core.env.retention.messagesDays + 1)), /complaints.retention/)
  expect((await ask(String(first.number))).text).toContain(ERASED)
})

test('with other words is a second complaint only once the person has said so', async () => {
  const form = await opened()
  const first = await send({}, { form })
  const changed = await send({ text: 'And he pushed her.' }, { form })
  expect([changed.status, changed.number]).toEqual([409, undefined])
  expect(changed.text).toContain('And he pushed her.')
  // A way to answer that is added later must not be lost.
  const reachable = await send({ contact: 'Amina, 0803' }, { form })
  expect([reachable.status, reachable.text.includes('value="Amina, 0803"')]).toEqual([409, true])
  expect((await stored()).complaints).toBe(1)
  const again = /name="form" value="(?<token>[^"]+)"/.exec(changed.text)?.[1] ?? ''
  const second = await send({ text: 'And he pushed her.' }, { form: again })
  expect(second.number).not.toBe(first.number)
  expect((await stored()).complaints).toBe(2)
})

test('about someone who works here is read by the focal person alone', async () => {
  expect((await answerOf(AT)).text).toContain('is read by Halima Musa alone')
  expect((await send({ about: 'staff', contact: 'Amina, 0803' })).status).toBe(200)
  expect([(await readBy(halima)).length, (await readBy(musa)).length]).toEqual([1, 0])
})

test.each([
  ['no kind', { kind: '' }, 422, 'Choose what it is about.'],
  ['an unknown kind', { kind: 'rice' }, 422, 'Choose what it is about.'],
  ['no words', { text: ' \r\n ' }, 422, 'Say what happened.'],
  ['too many words', { text: 'x'.repeat(5001) }, 422, 'text-fault'],
  ['a long contact', { contact: 'x'.repeat(255) }, 422, 'contact-fault'],
  ['a code without slip', { code: '4821' }, 422, 'Enter the number of the slip too.'],
  ['a slip without code', { slip: 'P-1' }, 422, 'Enter the code too.'],
  [
    'one kind and about all of us',
    { kind: '', about: 'focal', slip: '"P-1"', code: '4821' },
    422,
    'Choose what it is about.',
  ],
  ['a slip that does not exist', { slip: 'P-00000', code: '48216' }, 403, 'That code is not right'],
])('with %s is refused with what was typed, and nothing is stored', async (_case, wrong, status, says) => {
  const refused = await answerOf(AT, { form: await opened(), ...SAID, contact: 'By the <well>', ...wrong })
  expect([refused.status, refused.number, refused.text.includes(says)]).toEqual([status, undefined, true])
  const kept = { ...SAID, contact: 'By the <well>', ...wrong }
  for (const typed of [kept.text.trim(), kept.contact, kept.slip, kept.code])
    expect(refused.text).toContain(typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'))
  for (const chosen of [kept.kind, kept.about].filter((each) => each !== '' && each !== 'rice'))
    expect(refused.text).toContain(`value="${chosen}" selected`)
  expect(await stored()).toEqual({ complaints: 0, mails: 0 })
})

test('forms of other sites, forged or old ones, and floods are refused as for the other page without script', async () => {
  const form = await opened()
  const foreign = await send({}, { form, headers: { origin: 'https://evil.example' } })
  expect([foreign.status, foreign.text.includes('He shouted')]).toEqual([403, true])
  expect((await send({}, { form: `${form.startsWith('A') ? 'B' : 'A'}${form.slice(1)}` })).status).toBe(403)
  expect((await server.app.request(AT, { method: 'POST', body: `text=${'x'.repeat(200_000)}` })).status).toBe(400)
  server.clock.advance(hours(25))
  const old = await send({}, { form })
  expect([old.status, old.text.includes('older than a day'), old.text.includes('He shouted')]).toEqual([
    403,
    true,
    true,
  ])
  expect((await stored()).complaints).toBe(0)
  let answer = await send()
  for (let tries = 0; answer.status === 200 && tries < 60; tries += 1) answer = await send()
  expect([answer.status, answer.text.includes('He shouted')]).toEqual([429, true])
})

test('the longest text arrives, also in letters that take nine bytes, and correcting a form uses up no try', async () => {
  for (let tries = 0; tries < 60; tries += 1) expect((await send({ kind: '' })).status).toBe(422)
  expect((await server.app.request(AT, { method: 'POST', body: longest(await opened()) })).status).toBe(200)
  expect((await stored()).complaints).toBe(1)
})
const longest = (form: string) => new URLSearchParams({ form, ...SAID, text: '’'.repeat(5000) })

test('without a focal person it cannot be about someone who works here', async () => {
  const other = await testServer({ RATE_LIMITS: 'off' })
  try {
    const page = await (await other.app.request(AT)).text()
    expect(page).toContain('this page cannot send one.')
    expect(page).not.toContain('value="staff"')
    const form = /name="form" value="(?<token>[^"]+)"/.exec(page)?.[1] ?? ''
    const body = new URLSearchParams({ ...SAID, form, about: 'staff' })
    const refused = await other.app.request(AT, { method: 'POST', body })
    expect([refused.status, (await refused.text()).includes('so it was not sent. No one outside is named')]).toEqual([
      403,
      true,
    ])
  } finally {
    await other.close()
  }
})

test.each([
  ['ha', ha],
  ['pcm', pcm],
])('in %s', async (tag, says) => {
  const at = `/${tag}${AT}`
  const page = await answerOf(at)
  for (const name of [
    'complain.title',
    'complaints.text',
    'complaints.kinds.money',
    'complain.send',
    'complain.ask',
  ] as const)
    expect(page.text).toContain(says[name])
  // For letters that the device lacks.
  const font = /url\((?<path>[^)]+)\)/.exec(page.text)?.groups?.['path'] ?? ''
  expect(font).toMatch(/^\/assets\/inter-hooks-/)
  expect(existsSync(join(BUILD_FOLDER, font))).toBe(true)
  expect(page.headers.get('content-security-policy')).toContain("; font-src 'self'; ")
  const wrong = await send({ kind: '', text: '' }, { at })
  expect(wrong.text).toContain(says['complaints.missing.kind'])
  // No sentence of this page is English, which would be marked.
  expect(wrong.text.replace(/<p lang="en">.*?<\/p>/s, '')).not.toContain('lang="en"')
  const sent = await send({}, { at })
  expect(sent.text).toContain(says['complaints.codeTitle'])
  const standing = await answerOf(`${at}/standing`, { code: String(sent.number) })
  expect(standing.text).toContain(says['complaints.states.received'])
})
