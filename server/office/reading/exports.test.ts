import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { uploadBankLines } from '../../../test/support/bank-lines.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { insertReturnedDisbursement } from '../../../test/support/paying-out.ts'
import { parseCsv } from '../../../test/support/parse-csv.ts'
import { newKey } from '../../../test/support/server.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { csvOf } from '../../platform/lists/csv.ts'
import { streamText } from '../../platform/http/streams.ts'
import { donationList } from './donations.ts'

const Ids = z.array(z.object({ id: z.string() }))
const wallets = useWallets()
let halima: Administrator
beforeEach(async () => {
  halima = await newAdministrator(wallets.server)
})

const take = async (path: string) => {
  const { status, headers, body } = await halima.call('GET', `/api/admin/${path}`)
  expect(status).toBe(200)
  return { headers, text: String(body['text']) }
}

/** Inserts unpaid gifts for the fund food, every second one for shelter. */
const manyGifts = (count: number, message = 'For the children') =>
  wallets.server.core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, transaction_reference, receipt_code_hash, message, created_at, updated_at)
    select gen_random_uuid(), 100 + n, 'pending', case when n % 2 = 0 then 'shelter' else 'food' end, 'made-' || lpad(n::text, 20, '0'),
           int8send(n), ${message}, timestamptz '2026-01-01' + (n / 3) * interval '1 second', now()
      from generate_series(1, ${count}::int) as n`)

const exported = Object.entries<Endpoint>(api).filter(
  ([, { guard, reply }]) => guard === 'admin' && reply.download !== undefined,
)

describe('a list as CSV', () => {
  test.each(exported)(
    '%s is a file for a spreadsheet, with the filters of its list, and audited',
    async (key, endpoint) => {
      const name = key.replace('GET /api/admin/', '')
      const { headers, text } = await take(name)
      expect(headers.get('content-type')).toBe(endpoint.reply.contentType)
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(name.endsWith('.csv') ? parseCsv(text) : []).toEqual(expect.any(Array))
      const listed: Endpoint | undefined = Object.entries<Endpoint>(api).find(([other]) => `${other}.csv` === key)?.[1]
      const filters = Object.keys(listed?.query?.shape ?? {}).filter((field) => field !== 'limit' && field !== 'cursor')
      expect(Object.keys(endpoint.query?.shape ?? {})).toEqual(listed ? filters : ['month'])
      expect((await halima.call('GET', `/api/admin/${name}?limit=5`)).body).toMatchObject({ code: 'invalid_input' })
      const [event] = await readAudit(wallets.server)
      expect(event).toMatchObject({ action: 'list.exported', subject: 'list', actor_id: halima.userId })
      expect(event?.subject_id).toBe(name.replace(/\.\w+$/, ''))
    },
  )

  test('has each row of the list once and in order, across many pieces', async () => {
    await manyGifts(1200)
    const all = parseCsv((await take('donations.csv')).text)
    expect(new Set(all.map((line) => line['id'])).size).toBe(1200)
    // Exactly two pieces, and nothing behind them.
    const lines = parseCsv((await take('donations.csv?donation_type=food')).text)
    expect(lines).toHaveLength(600)
    const list = await halima.call('GET', '/api/admin/donations?donation_type=food&limit=200')
    const ids = Ids.parse(list.body['items']).map(({ id }) => id)
    expect(lines.slice(0, 200).map((line) => line['id'])).toEqual(ids)
    expect(parseCsv((await take('donations.csv?status=success')).text)).toEqual([])
  })

  test('writes amounts as plain naira, times as ISO 8601, and starts with a byte order mark', async () => {
    await manyGifts(1, 'Ƙauna, "da" alheri\r\nhere')
    // Reading it as text takes the mark away, so the pieces are looked at themselves.
    const [first = ''] = await Array.fromAsync(csvOf(wallets.server.core.read, donationList, {}))
    expect(first.startsWith('\uFEFFid,amount,')).toBe(true)
    expect(parseCsv((await take('donations.csv')).text)).toEqual([
      expect.objectContaining({
        amount: '1.01',
        amount_reversed: '0.00',
        message: 'Ƙauna, "da" alheri\r\nhere',
        customer_email: '',
        created_at: '2026-01-01T00:00:00.000Z',
        paid_at: '',
      }),
    ])
  })

  test('puts an apostrophe in front of formulas, and of nothing else', async () => {
    const formulas = [
      '=1+1',
      '+234 803',
      '-2',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '=HYPERLINK("https://x.example","here")',
      '＝1+1',
      '\u200B=1',
      ' +1',
    ]
    const words = ['a=b, 1+1 - @home', "'quoted'", '']
    await manyGifts(formulas.length + words.length)
    for (const [index, message] of [...formulas, ...words].entries()) {
      await wallets.server.core.db.execute(sql`update donations set message = ${message} where amount = ${101 + index}`)
    }
    const { text } = await take('donations.csv')
    const messages = parseCsv(text)
      .sort((a, b) => Number(a['amount']) - Number(b['amount']))
      .map((line) => line['message'])
    expect(messages).toEqual([...formulas.map((formula) => `'${formula}`), ...words])
    for (const formula of formulas) expect(text).toContain(`"'${formula.replaceAll('"', '""')}"`)
  })

  test('of people, wallets and messages names the people', async () => {
    const amina = await wallets.person()
    await amina.call('PUT', '/api/profile', { full_name: '=Amina', phone: '+2348030000000', address: '1 Way, "Kano"' })
    await amina.topUp(5000)
    await amina.give(2000)
    const ask = { application_type: 'food', description: 'Rice.', location: 'Kano' }
    const food = await amina.call('POST', '/api/applications', { ...ask, amount_requested: 700.5 }, newKey())
    const shelter = await amina.call('POST', '/api/applications', { ...ask, application_type: 'shelter' }, newKey())
    const numbers = [food, shelter].map(({ body }) => body['case_number'])
    const message = {
      first_name: 'Bola',
      last_name: 'Ade',
      email: 'b@mail.example',
      subject: '@Hi',
      message: 'Yes.\nNo.',
    }
    await wallets.server.call('POST', '/api/contact-messages', message, newKey())
    expect(parseCsv((await take('beneficiaries.csv')).text)).toEqual([
      expect.objectContaining({
        full_name: "'=Amina",
        phone: "'+2348030000000",
        address: '1 Way, "Kano"',
        email: amina.email,
        applications: '2',
      }),
    ])
    for (const [sort, amounts] of [
      ['amount', ['700.50', '']],
      ['oldest', ['700.50', '']],
      ['newest', ['', '700.50']],
    ]) {
      const requests = parseCsv((await take(`applications.csv?sort=${String(sort)}`)).text)
      expect(requests.map((request) => request['amount_requested'])).toEqual(amounts)
      expect(requests[0]).toMatchObject({ full_name: "'=Amina", email: amina.email, status: 'pending' })
      expect(new Set(requests.map((request) => request['case_number']))).toEqual(new Set(numbers))
    }
    expect(parseCsv((await take('wallet-transactions.csv')).text)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: '2000.00', description: 'Gift', full_name: "'=Amina" }),
      ]),
    )
    expect(parseCsv((await take('contact-messages.csv?state=new')).text)).toEqual([
      expect.objectContaining({ subject: "'@Hi", message: 'Yes.\nNo.', state: 'new' }),
    ])
    expect(parseCsv((await take('audit-events.csv?action=list.exported')).text)).toHaveLength(7)
  })

  test('of chosen requests has these alone, and says in the audit that they were chosen, and how many', async () => {
    const amina = await wallets.person()
    const ask = { application_type: 'food', description: 'Rice.', location: 'Kano' }
    const ids: string[] = []
    for (const _ of [1, 2, 3])
      ids.push(z.string().parse((await amina.call('POST', '/api/applications', ask, newKey())).body['id']))
    const [first = '', , last = ''] = ids
    const gone = crypto.randomUUID()
    const chosen = parseCsv((await take(`applications.csv?ids=${[first, gone, last].join(',')}`)).text)
    expect(new Set(chosen.map((line) => line['id']))).toEqual(new Set([first, last]))
    expect((await readAudit(wallets.server))[0]).toMatchObject({
      action: 'list.exported',
      subject_id: 'applications',
      after: { filters: 'ids, view', rows: 2 },
    })
    const audited = await readAudit(wallets.server)
    const tooMany = Array.from({ length: 101 }, () => crypto.randomUUID())
    for (const list of ['applications.csv', 'applications'])
      for (const wrong of ['', 'T-1', `${first},`, tooMany.join(',')])
        expect((await halima.call('GET', `/api/admin/${list}?ids=${wrong}`)).body).toMatchObject({
          code: 'invalid_input',
        })
    expect(await readAudit(wallets.server)).toEqual(audited)
    expect(parseCsv((await take(`applications.csv?ids=${[...tooMany.slice(2), last].join(',')}`)).text)).toHaveLength(1)
  })

  test('never contains a formula, whatever people wrote', async () => {
    const formula = '=HYPERLINK("https://evil.example")'
    const amina = await wallets.person()
    await amina.call('PUT', '/api/profile', {
      full_name: formula,
      phone: '+234 803 000 0000',
      address: `@${formula}`,
      bio: formula,
    })
    await amina.topUp(5000)
    await amina.give(2000)
    const ask = { application_type: 'food', description: formula, location: `-${formula}` }
    const asked = await amina.call('POST', '/api/applications', ask, newKey())
    await halima.call('PATCH', `/api/admin/applications/${String(asked.body['id'])}`, {
      status: 'rejected',
      reason: formula,
    })
    await wallets.server.call('POST', '/api/donations', { amount: 500, message: `+${formula}` }, newKey())
    const name = { first_name: formula, last_name: `@${formula}`, email: '-bola@mail.example' }
    await wallets.server.call(
      'POST',
      '/api/contact-messages',
      { ...name, subject: formula, message: formula },
      newKey(),
    )
    await uploadBankLines(halima, [formula])
    const [first, second] = [await newPerson(wallets.server, 'bello'), await newPerson(wallets.server, 'chidi')]
    await insertReturnedDisbursement(wallets.server, String(asked.body['id']), [first, second])
    for (const [key] of exported.filter(([name]) => name.endsWith('.csv'))) {
      const lines = parseCsv((await take(key.replace('GET /api/admin/', ''))).text)
      expect([key, lines.length]).not.toEqual([key, 0])
      for (const line of lines) {
        for (const [heading, cell] of Object.entries(line))
          expect([key, heading, cell]).not.toEqual([key, heading, expect.stringMatching(/^[=+@\t\r]|^-(?!\d+\.\d\d$)/)])
      }
    }
  })

  test('audits the filters without the search text', async () => {
    await take('contact-messages.csv?search=bola@mail.example&state=new')
    const [event] = await readAudit(wallets.server)
    expect(event?.after).toEqual({ filters: 'search, state', rows: 0 })
  })
})

describe('an answer in pieces', () => {
  test('that fails before its first piece is an error, and later breaks off and is logged', async () => {
    const { core } = wallets.server
    const failing = (after: number) =>
      (async function* pieces() {
        for (let piece = 0; piece < after; piece += 1) yield 'piece'
        throw new Error('the disk is on fire')
      })()
    await expect(streamText(core, failing(0))).rejects.toThrow('on fire')
    const stream = await streamText(core, failing(2))
    await expect(new Response(stream).text()).rejects.toThrow('on fire')
    expect(wallets.server.logged()).toContain('an answer broke off')
  })

  test('ends for who loses the session while it is read', async () => {
    await manyGifts(3000)
    const ask = () =>
      wallets.server.app.request('/api/admin/donations.csv', { headers: { authorization: halima.authorization } })
    const [whole, begun] = [await ask(), await ask()]
    expect(parseCsv(await whole.text())).toHaveLength(3000)
    expect((await halima.call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
    await expect(begun.text()).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await ask()).status).toBe(401)
  })

  test('stops reading when the client is gone', async () => {
    let ended = false
    async function* pieces() {
      try {
        for (;;) yield 'piece'
      } finally {
        ended = true
      }
    }
    const reader = (await streamText(wallets.server.core, pieces())).getReader()
    await reader.read()
    await reader.cancel()
    expect(ended).toBe(true)
  })
})
