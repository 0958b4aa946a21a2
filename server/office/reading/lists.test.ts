import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newKey } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { checkBooks } from '../../proof/books/books.ts'

const wallets = useWallets()
let halima: Administrator
beforeEach(async () => {
  halima = await newAdministrator(wallets.server)
})

const List = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  next_cursor: z.string().nullable(),
  total: z.union([z.number(), z.string()]),
})
const list = async (path: string) => List.parse((await halima.call('GET', `/api/admin/${path}`)).body)

/** A gift for a fund, paid unless it is only begun. @returns its reference */
async function give(amount: number, donationType = 'general', message?: string, paid = true) {
  wallets.server.clock.advance(seconds(1))
  const { body } = await wallets.server.call(
    'POST',
    '/api/donations',
    { amount, donation_type: donationType, message },
    newKey(),
  )
  const reference = String(body['reference'])
  if (!paid) return reference
  await wallets.pay(reference)
  expect(await wallets.verify(reference)).toBe('success')
  return reference
}

/** Inserts unpaid gifts. */
const manyGifts = (count: number) =>
  wallets.server.core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, customer_email, transaction_reference, receipt_code_hash, message, created_at, updated_at)
    select gen_random_uuid(), 100 * n, 'pending', 'food', 'donations+' || n || '@x.example', 'made-' || lpad(n::text, 20, '0'), int8send(n), 'No. ' || n,
           timestamptz '2026-01-01' + n * interval '1 second', now()
      from generate_series(1, ${count}::int) as n`)

async function sendMessage(more: object = {}) {
  wallets.server.clock.advance(seconds(1))
  const { body } = await wallets.server.call(
    'POST',
    '/api/contact-messages',
    { first_name: 'Bola', last_name: 'Ade', email: 'Bola@mail.example', subject: 'Hello', message: 'Words.', ...more },
    newKey(),
  )
  return String(body['id'])
}

const bySearch = Object.entries<Endpoint>(api).filter(([, { query }]) => query && 'search' in query.shape)

test.each(bySearch)('%s refuses to search for what no text has', async (key) => {
  for (const search of ['%00', 'a%00b', '%1b']) {
    const { status, body } = await halima.call('GET', `${key.replace('GET ', '')}?search=${search}`)
    expect([status, body['code'], body['fields']]).toMatchObject([400, 'invalid_input', [{ field: 'search' }]])
  }
})

const byPeriod = Object.entries<Endpoint>(api).filter(([, { query }]) => query && 'from' in query.shape)

test.each(byPeriod)('%s refuses a period that no calendar has', async (key, { guard }) => {
  expect(guard).toMatch(/admin|signed_in/)
  const later = 'to=2026-01-01T00:00:00Z'
  for (const from of ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', 'yesterday', '2026-02-30T00:00:00Z']) {
    const { status, body } = await halima.call('GET', `${key.replace('GET ', '')}?from=${from}&${later}`)
    expect([status, body['code']]).toEqual([400, 'invalid_input'])
    expect(body['fields']).toContainEqual({ field: 'from', message: expect.any(String) })
  }
})

describe('gifts', () => {
  test('are listed newest first, with the fields of the spec, filtered and searched', async () => {
    const school = await give(1500, 'school', 'For Amina')
    const pending = await give(700, 'food', undefined, false)
    const food = await give(200, 'food')
    const references = async (query = '') =>
      (await list(`donations${query}`)).items.map((item) => item['transaction_reference'])
    expect(await references()).toEqual([food, pending, school])
    expect((await list('donations?status=success&donation_type=school')).items).toEqual([
      {
        id: expect.any(String),
        amount: 1500,
        amount_reversed: 0,
        status: 'success',
        customer_email: null,
        donation_type: 'school',
        is_anonymous: true,
        message: 'For Amina',
        transaction_reference: school,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        paid_at: expect.any(String),
      },
    ])
    expect(await references('?donation_type=food')).toEqual([food, pending])
    expect(await references('?status=pending')).toEqual([pending])
    expect(await references(`?search=${school.slice(0, 15).toUpperCase()}`)).toEqual([school])
    expect(await references(`?search=donations%2B${food}`)).toEqual([food])
    expect(await references('?search=100%25')).toEqual([])
    const since = wallets.server.clock.now().toISOString()
    expect(await references(`?from=${since}`)).toEqual([food])
    expect(await references(`?to=${since}`)).toEqual([pending, school])
    const summary = await halima.call('GET', '/api/admin/donations/summary')
    expect(summary.body).toEqual({ total_donations: 2, total_amount: 1700 })
  })

  test('pages follow each other without a gap, and the total is exact to 10,000', async () => {
    await manyGifts(10_000)
    const first = await list('donations?limit=200')
    expect(first).toMatchObject({ total: 10_000 })
    const second = await list(`donations?limit=200&cursor=${first.next_cursor}`)
    const seen = [...first.items, ...second.items].map((item) => item['message'])
    expect(seen).toEqual(Array.from({ length: 400 }, (_, index) => `No. ${10_000 - index}`))
    await give(100, 'general', undefined, false)
    expect(await list('donations')).toMatchObject({ total: '10000+' })
    // The capped total is cached for half a minute; a smaller total is counted every time.
    await wallets.server.core.db.execute(sql`delete from donations where donation_type = 'food' and amount < 1000`)
    expect(await list('donations')).toMatchObject({ total: '10000+' })
    wallets.server.clock.advance(seconds(31))
    expect(await list('donations')).toMatchObject({ total: 9992 })
    expect(await list('donations?donation_type=general')).toMatchObject({ total: 1, next_cursor: null })
    expect((await halima.call('GET', '/api/admin/donations?cursor=abc')).body).toMatchObject({ status: 400 })
    expect((await halima.call('GET', '/api/admin/donations?statsu=success')).body).toMatchObject({ status: 400 })
  })

  test('one is read with its payment attempts, and reading is audited', async () => {
    const reference = await give(1500)
    const [gift] = (await list('donations')).items
    const { body } = await halima.call('GET', `/api/admin/donations/${gift?.id}`)
    expect(body).toMatchObject({
      ...gift,
      payments: [{ reference, status: 'paid', amount_paid: 1500, amount_refunded: 0, provider_status: 'success' }],
    })
    expect(await readAudit(wallets.server)).toEqual([
      expect.objectContaining({ action: 'donation.read', subject_id: gift?.id, actor_id: halima.userId }),
    ])
    expect((await halima.call('GET', `/api/admin/donations/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('show the email address only if the donor is not anonymous, in the list and in the file', async () => {
    const [anonymous, open] = [await give(100), await give(200)]
    await wallets.server.core.db.execute(
      sql`update donations set is_anonymous = false, customer_email = 'ngozi@mail.example' where transaction_reference = ${open}`,
    )
    const addresses = (await list('donations')).items.map((item) => item['customer_email'])
    expect(addresses).toEqual(['n•••@mail.example', null])
    const csv = String((await halima.call('GET', '/api/admin/donations.csv')).body['text'])
    expect(csv).toContain('ngozi@mail.example')
    expect(csv).toContain(anonymous)
    expect(csv).not.toContain('donations+')
  })

  test('one from a wallet keeps only the day, and no link to the wallet', async () => {
    const amina = await wallets.person()
    await amina.topUp(5000)
    await amina.give(2000, 'medical')
    const [gift] = (await list('donations')).items
    const { body } = await halima.call('GET', `/api/admin/donations/${gift?.id}`)
    expect(body).toMatchObject({ amount: 2000, customer_email: null, payments: [] })
    expect(body['created_at']).toMatch(/T00:00:00\.000Z$/)
    const { items } = await list('wallet-transactions?type=debit')
    expect(items).toEqual([expect.objectContaining({ description: 'Gift', user_id: amina.userId, amount: 2000 })])
    const [transaction] = items
    const known = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length > 12))
    expect(Object.values(transaction ?? {}).filter((value) => known.has(value))).toEqual([])
  })
})

describe('the transactions of all wallets', () => {
  test('are listed with owners, filtered and searched, in the same number of statements for fifty as for one', async () => {
    const [amina, bello] = [await wallets.person(), await wallets.person()]
    const reference = await amina.topUp(5000)
    wallets.server.clock.advance(seconds(1))
    const open = await bello.begin(300)
    const statements = await countStatements(() => list('wallet-transactions?limit=1'))
    expect(await list('wallet-transactions')).toMatchObject({
      total: 2,
      items: [
        { user_id: bello.userId, amount: 300, status: 'pending', type: 'credit' },
        { user_id: amina.userId, amount: 5000, status: 'completed', paystack_reference: reference },
      ],
    })
    expect(await list('wallet-transactions?status=pending')).toMatchObject({ total: 1 })
    expect(await list(`wallet-transactions?user_id=${amina.userId}`)).toMatchObject({ total: 1 })
    expect((await list(`wallet-transactions?search=${open.reference}`)).items).toMatchObject([{ amount: 300 }])
    expect(await countStatements(() => list('wallet-transactions?limit=50'))).toBe(statements)
  })

  test('are found by either reference when an earlier attempt was paid', async () => {
    const amina = await wallets.person()
    const key = newKey()
    await wallets.server.control('/switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
    await amina.call('POST', '/api/wallet/top-ups', { amount: 400 }, key)
    const older = String((await amina.transactions())[0]?.reference)
    const { reference } = (await amina.call('POST', '/api/wallet/top-ups', { amount: 400 }, key)).body
    await wallets.pay(older)
    expect(await wallets.verify(older)).toBe('success')
    for (const search of [older, String(reference), older.slice(0, 3)]) {
      expect(await list(`wallet-transactions?search=${search}`)).toMatchObject({ items: [{ reference }], total: 1 })
      const { body } = await halima.call('GET', `/api/admin/wallet-transactions.csv?search=${search}`)
      expect(String(body['text']).match(/\r\n/g)).toHaveLength(2)
    }
  })
})

describe('messages', () => {
  test('are listed, searched and marked; each change is audited once', async () => {
    const bola = await sendMessage()
    await sendMessage({ first_name: 'Ngozi', last_name: 'Okafor', email: 'n@mail.example' })
    const subjects = async (query: string) =>
      (await list(`contact-messages?${query}`)).items.map((item) => item['first_name'])
    expect(await subjects('')).toEqual(['Ngozi', 'Bola'])
    expect(await subjects('search=bola@')).toEqual(['Bola'])
    expect(await subjects('search=okaf')).toEqual(['Ngozi'])
    expect(await subjects('search=bola ade')).toEqual(['Bola'])
    await sendMessage({ first_name: 'Sa’adatu', last_name: 'Ɗanládi', email: 's@mail.example' })
    for (const typed of ['sa%27adatu', 'Sa%CA%BCadatu dan', 'danladi', '%C9%97anl%C3%A1di'])
      expect(await subjects(`search=${typed}`)).toEqual(['Sa’adatu'])
    await wallets.server.core.db.execute(sql`delete from contact_messages where email = 's@mail.example'`)
    const mark = (state: string, id = bola) => halima.call('PATCH', `/api/admin/contact-messages/${id}`, { state })
    expect((await mark('answered')).body).toMatchObject({ id: bola, state: 'answered', email: 'B•••@mail.example' })
    expect((await mark('answered')).status).toBe(200)
    expect(await subjects('state=answered')).toEqual(['Bola'])
    expect(await subjects('state=new')).toEqual(['Ngozi'])
    expect(await readAudit(wallets.server)).toEqual([
      expect.objectContaining({
        action: 'message.state_changed',
        subject: 'contact_message',
        subject_id: bola,
        before: { state: 'new' },
        after: { state: 'answered' },
      }),
    ])
    expect((await mark('lost')).status).toBe(400)
    expect((await mark('read', crypto.randomUUID())).status).toBe(404)
  })
})

describe('the overview and the books', () => {
  test('show gifts by Lagos day and by fund, and open work', async () => {
    await give(1500, 'school')
    wallets.server.clock.advance(hours(24))
    halima = await newAdministrator(wallets.server, 'ladi')
    await give(200, 'food')
    await sendMessage()
    // The message itself is mailed to the support address.
    const at = sql`${wallets.server.clock.now().toISOString()}::timestamptz`
    await wallets.server.core.db.execute(
      sql`update outgoing_mail set failed_at = ${at}, next_try_at = null, claimed_until = null where sent_at is null`,
    )
    const odd = await give(900, 'food', undefined, false)
    await wallets.server.control('/switches', { reference: odd, amountPaid: 1000 })
    await wallets.pay(odd)
    await wallets.verify(odd)
    const Overview = z.looseObject({ gifts: z.object({ days: z.array(z.unknown()), funds: z.array(z.unknown()) }) })
    const { gifts, ...rest } = Overview.parse((await halima.call('GET', '/api/admin/overview')).body)
    const lagos = (at: number) => new Date(at + hours(1)).toISOString().slice(0, 10)
    const now = wallets.server.clock.now().getTime()
    expect(gifts.days).toHaveLength(30)
    expect(gifts.days.slice(-2)).toEqual([
      { day: lagos(now - hours(24)), gifts: 1, amount: 1500 },
      { day: lagos(now), gifts: 1, amount: 200 },
    ])
    expect(gifts.days[0]).toEqual({ day: lagos(now - 29 * hours(24)), gifts: 0, amount: 0 })
    expect(gifts.funds).toContainEqual({ donation_type: 'school', gifts: 1, amount: 1500 })
    expect(rest).toEqual({
      applications: {
        waiting: 0,
        oldest_waiting_at: null,
        to_award: 0,
        approved_this_month: 0,
        rejected_this_month: [],
      },
      messages: { new: 1, undelivered: 1 },
      books: { state: 'unchecked', payments_for_review: 1, frozen_wallets: 0, open_disputes: 0, short_funds: [] },
    })
  })

  test('show all balances, the last check, and frozen wallets with owners', async () => {
    const amina = await wallets.person()
    const reference = await amina.topUp(5000)
    await amina.give(4000)
    wallets.server.clock.advance(minutes(1))
    await wallets.server.control('/chargeback', { reference, outcome: 'lost' })
    await wallets.letHoursPass()
    halima = await newAdministrator(wallets.server, 'ladi')
    await checkBooks(wallets.server.core, 'full')
    const { body } = await halima.call('GET', '/api/admin/books')
    expect(body).toMatchObject({
      state: 'balanced',
      balances: expect.arrayContaining([
        { account: 'fund:school', balance: 4000 },
        { account: 'loss', balance: -4000 },
        { account: 'fees:top_up', balance: -175 },
        { account: 'wallets', balance: 0 },
      ]),
      checks: [{ scope: 'recent' }, { scope: 'full', checked_at: expect.any(String) }],
      differences: [],
      frozen_wallets: [{ owner: { user_id: amina.userId, email: amina.email }, lost: 4000, held: 0 }],
      payments_for_review: [],
    })
  })
})
