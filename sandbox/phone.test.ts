/** The sandbox's phone: texts as their readers see them, and replies that go through the product's own webhook. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { codeInTexts } from '../server/aid/awards/slips.ts'
import { minutes, seconds } from '../server/platform/clock.ts'
import { rows } from '../server/platform/db/db.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { createFolderSender } from '../server/platform/sms/folder.ts'
import { enqueueText } from '../server/platform/sms/outbox.ts'
import { isNumberStopped } from '../server/platform/sms/stopped-numbers.ts'
import { newPerson } from '../test/support/asking.ts'
import { listen } from '../test/support/listen.ts'
import { usePayouts } from '../test/support/paying-out.ts'
import { expectBooksBalance, testServer, type TestServer } from '../test/support/server.ts'
import { phoneRoutes } from './phone-routes.ts'

const REPLIES = {
  SMS_WEBHOOK_SECRET: 'a secret of at least 32 characters, as texts need',
  SMS_REPLY_NUMBER: '2347001234567',
}
const NUMBER = '2348031234567'
const folder = mkdtempSync(join(tmpdir(), 'taimako-phone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const form = (text: string) => ({ method: 'POST', body: new URLSearchParams({ text }) })
const contentOf = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer
  return { status, headers, page: await (await answer).text() }
}

describe('in the sandbox without a provider of texts', () => {
  let door: Awaited<ReturnType<typeof listen>>
  let server: TestServer
  beforeAll(async () => {
    door = await listen((request) => server.app.fetch(request))
    const noKey = { PAYSTACK_SECRET_KEY: '', PAYSTACK_PUBLIC_KEY: '', PAYSTACK_BASE_URL: '' }
    server = await testServer({ ...noKey, PORT: new URL(door.url).port, DATA_DIR: folder, SANDBOX: 'on', ...REPLIES })
  })
  afterAll(async () => {
    await server.close()
    await door.close()
  })

  const open = (path = '') => contentOf(fetch(`${door.url}/sandbox/phone${path}`))
  const reply = (text: string, number = NUMBER) =>
    contentOf(fetch(`${door.url}/sandbox/phone/${number}`, { ...form(text), redirect: 'manual' }))
  async function send(text: string, to = NUMBER) {
    const { core, clock } = server
    const expiresAt = new Date(clock.now().getTime() + minutes(5))
    await core.db.transaction((tx) => enqueueText(core, tx, { to, text, expiresAt }))
    await server.pass(seconds(2), /^sms\./)
  }

  test('lists the numbers with the newest first, and shows what one got and replied, in a page without scripts', async () => {
    await send('"><script>alert(1)</script>')
    await send('x'.repeat(161), '2348039999999')
    const list = (await open()).page
    expect([...list.matchAll(/phone\/(\d+)"/g)].map(([, number]) => number)).toEqual(['2348039999999', NUMBER])
    expect((await open('/2348039999999')).page).toMatch(/2\s+messages/)
    const { status, page, headers } = await open(`/${NUMBER}`)
    expect([status, headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("'none'")])
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toMatch(/<script|<style|\son\w+=|\sstyle=/)
    expect((await open('/assets/phone.css')).status).toBe(200)
    server.clock.advance(minutes(1))
    const sent = await reply('<b>Thank you</b>')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/sandbox/phone/${NUMBER}#end`])
    const after = (await open(`/${NUMBER}`)).page
    expect(after.indexOf('&lt;b&gt;Thank you')).toBeGreaterThan(after.indexOf('&lt;script&gt;'))
    expect(after).toContain('<li class="reply">')
    expect((await open()).page).toMatch(new RegExp(`${NUMBER}.*2348039999999`, 's'))
  })

  test('a reply reaches the product: STOP stops the texts of that number alone', async () => {
    await send('Hello')
    expect((await reply('Stop')).status).toBe(303)
    const { core } = server
    const stopped = (number: string) => core.db.transaction((tx) => isNumberStopped(core, tx, number))
    expect([await stopped(NUMBER), await stopped('2348039999999')]).toEqual([true, false])
  })

  test('an empty reply and one that is too long are refused in words, and kept where they were typed', async () => {
    await send('Hello', '2348035555555')
    const long = 'y'.repeat(481)
    const refused = await reply(long, '2348035555555')
    expect([refused.status, refused.page]).toEqual([422, expect.stringContaining('at most 480 letters')])
    expect(refused.page).toContain(`>${long}</textarea>`)
    expect((await reply(' \n ', '2348035555555')).page).toContain('Enter your reply.')
    expect((await reply('z'.repeat(20_000), '2348035555555')).status).toBe(413)
    // Forms send the end of a line as two characters.
    expect((await reply(`${'z\r\n'.repeat(239)}zz`, '2348035555555')).status).toBe(303)
    expect((await open('/2348035555555')).page).not.toContain('yyy')
  })

  test('a number without texts is not found, in words, and sends nothing', async () => {
    for (const number of ['2348030000009', '..%2fsms', 'x'])
      for (const { status, page } of [await open(`/${number}`), await reply('1 4827', number)])
        expect([status, page]).toEqual([404, expect.stringContaining('No text went to this number.')])
  })

  test('only browsers of this machine see it, by its local name, and no form of another site replies', async () => {
    await send('Your code is 123456')
    const { port } = new URL(door.url)
    const socket = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
    const visit = async (headers: Record<string, string>, from = '127.0.0.1', how: RequestInit = {}) => {
      const answer = await server.app.request(`/sandbox/phone/${NUMBER}`, { ...how, headers }, socket(from))
      return [answer.status, (await answer.text()).includes('123456')]
    }
    const host = `localhost:${port}`
    expect(await visit({ host })).toEqual([200, true])
    expect(await visit({ host: 'rebound.example.org' })).toEqual([404, false])
    expect(await visit({ host, 'x-forwarded-for': '203.0.113.7' })).toEqual([404, false])
    expect(await visit({ host }, '192.168.1.20')).toEqual([404, false])
    const site = { host, 'sec-fetch-site': 'cross-site' }
    expect(await visit(site, '127.0.0.1', form('STOP'))).toEqual([404, false])
    expect((await open(`/${NUMBER}`)).page).not.toContain('STOP')
  })

  test.each([
    ['a public address, as texts have codes that sign in', { PUBLIC_URL: 'https://demo.taimako.org', SANDBOX: 'on' }],
    ['a provider of texts', { SMS_PROVIDER: 'termii', SMS_API_KEY: 'key', ...REPLIES }],
  ])('there is no such page with %s', async (_name, variables) => {
    const { app } = createApp({ ...server.core, env: readEnv({ DATA_DIR: folder, ...variables }) })
    for (const path of ['', `/${NUMBER}`]) expect((await app.request(`/sandbox/phone${path}`)).status).toBe(404)
  })

  test('without a number for replies it says so and has no field, and takes none', async () => {
    await send('Hello', '2348036666666')
    const { app } = createApp({ ...server.core, env: readEnv({ DATA_DIR: folder }) })
    for (const options of [{}, form('Hello')]) {
      const { page } = await contentOf(app.request('/sandbox/phone/2348036666666', options))
      expect(page).toContain('This instance takes no replies.')
      expect(page).not.toContain('<form')
    }
  })
})

describe('the reply of a recipient', () => {
  const payouts = usePayouts({ SMS_PROVIDER: 'termii', SMS_API_KEY: 'key', ...REPLIES })
  const recipient = '2348030000000'
  const phone = (webhookSecret = REPLIES.SMS_WEBHOOK_SECRET): Hono =>
    phoneRoutes(payouts.server.core, {
      dataDir: folder,
      replies: { replyNumber: REPLIES.SMS_REPLY_NUMBER, webhookSecret },
      // Through a port of this machine.
      webhookUrl: `${payouts.server.core.env.publicUrl}/webhooks/texts/termii`,
    })
  const reply = (text: string, routes = phone()) => contentOf(routes.request(`/${recipient}`, form(text)))

  test('confirms a payout once; the second changes nothing, and one that the product refuses is not shown as sent', async () => {
    const { core } = payouts.server
    const [halima, musa, ladi] = await payouts.administrators('halima', 'musa', 'ladi')
    if (!halima || !musa || !ladi) throw new Error('three administrators')
    await payouts.fill(60_000)
    const request = await payouts.approved(await newPerson(payouts.server), halima)
    const award = await payouts.granted(request, 40_000, [halima, musa])
    const id = await payouts.released(award.id, 10_000, [halima, musa])
    expect((await payouts.handOver(halima, id, 10_000)).status).toBe(200)
    const text = { id: crypto.randomUUID(), to: recipient, text: 'Did it arrive?', createdAt: core.clock.now() }
    await createFolderSender(folder).send(text)

    const state = () =>
      rows(
        core.db,
        sql`select state, (select json_agg(how) from confirmations where disbursement_id = disbursements.id) as answers
              from disbursements where id = ${id}::uuid`,
        z.unknown(),
      )
    const words = `1 ${codeInTexts(core.keys, id)}`
    const refused = await reply(words, phone('another secret'))
    expect([refused.status, refused.page]).toEqual([
      422,
      expect.stringContaining('refused the reply, with the status 401'),
    ])
    expect(await state()).toEqual([{ state: 'sent', answers: null }])
    expect(refused.page).not.toContain('<li class="reply">')

    expect((await reply(words)).status).toBe(303)
    expect(await state()).toEqual([{ state: 'confirmed', answers: ['text'] }])
    const before = await payouts.everything()
    expect((await reply(words)).status).toBe(303)
    expect(await payouts.everything()).toEqual(before)
    await expectBooksBalance(payouts.server)
  })
})
