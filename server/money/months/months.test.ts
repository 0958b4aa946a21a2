/** The statement of a month, what accounting programs read, and closing it: every figure is the ledger's. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import {
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { everyFact } from '../../../test/support/every-fact.ts'
import { moveFund, newFund, setFund } from '../../../test/support/funds.ts'
import { add, addUpCsv, addUpLedger, kobo, nonZero, textsOf, type Sums } from '../../../test/support/month-files.ts'
import { parseCsv } from '../../../test/support/parse-csv.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { newPerson, type Person } from '../../../test/support/wallet.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { checkBooks, findDifferences } from '../../proof/books/books.ts'

const JANUARY = '2026-01'
const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
const setClock = (at: string) => payouts.server.clock.advance(Date.parse(at) - payouts.server.clock.now().getTime())
beforeEach(async () => {
  setClock('2026-01-15T09:00:00Z')
  halima = await newAdministrator(payouts.server, 'halima')
  musa = await newAdministrator(payouts.server, 'musa')
})

const { schema } = api['GET /api/admin/books/month'].reply
const Month = z.custom<z.input<typeof schema>>((value) => schema.safeParse(value).success)
const readAs = async (by: Administrator, month = JANUARY) => {
  const { status, body } = await by.call('GET', `/api/admin/books/month?month=${month}`)
  expect([status, body]).toEqual([200, expect.anything()])
  return Month.parse(body)
}
const read = (month = JANUARY) => readAs(halima, month)
const fileOf = async (name: string, month = JANUARY) => {
  const { status, body } = await halima.call('GET', `/api/admin/${name}?month=${month}`)
  expect(status).toBe(200)
  return String(body['text'])
}

async function give(amount = 1000) {
  const gift = await payouts.start(amount, 'food')
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
}

/** A few days into February, with all entries checked. */
async function february() {
  setClock('2026-02-03T09:00:00Z')
  await checkBooks(payouts.server.core, 'full')
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
}

const proposeClosing = async (by: Administrator, month = JANUARY, digest?: string) =>
  by.call('POST', '/api/admin/books/month-closings', {
    month,
    digest: digest ?? (await read(month)).digest,
    reason: 'All is compared.',
  })
async function close(month = JANUARY) {
  const { status, body } = await proposeClosing(halima, month)
  expect([status, body]).toEqual([201, expect.anything()])
  const confirmed = await musa.call('POST', `/api/admin/decisions/${String(body['id'])}/confirmation`)
  expect([confirmed.status, confirmed.body]).toEqual([200, expect.objectContaining({ state: 'confirmed' })])
}

const insertDifference = (kind = 'balance', owner: Administrator | null = null, at = '2026-01-20') =>
  payouts.server.core.db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, expected, found, amount, occurred_at, first_seen_at, last_seen_at, state, assigned_to)
    values (gen_random_uuid(), ${kind}, 'NGN', ${kind === 'books' ? null : 100}::bigint, ${kind === 'books' ? null : 200}::bigint,
            ${kind === 'books' ? '1' : null}, ${kind === 'books' ? '2' : null}, -100, ${at}::timestamptz, ${at}::timestamptz,
            ${at}::timestamptz, 'open', ${owner?.userId ?? null}::uuid)`)

/** Debits less credits of each account in a month, by the ledger. */
async function movedIn(from: string, until: string) {
  const found = await rows(
    payouts.server.core.db,
    sql`select regexp_replace(code, '^(wallet|cash):.*', '\\1') as account, sum(amount)::text as amount
          from (select debit_account as id, amount, recorded_at from transfers union all select credit_account, -amount, recorded_at from transfers) as entry
          join ledger_accounts using (id) where recorded_at >= ${from}::timestamptz and recorded_at < ${until}::timestamptz group by 1`,
    z.object({ account: z.string(), amount: z.coerce.bigint() }),
  )
  return new Map(found.map(({ account, amount }) => [account === 'wallet' ? 'wallets' : account, amount]))
}
/** Everything that the books know, with gifts from a wallet. */
async function everything(): Promise<Person> {
  const ada = await newPerson(payouts.server)
  await ada.topUp(700)
  await ada.give(300, 'food')
  await ada.give(150, 'food')
  await everyFact(payouts)
  setClock('2026-02-20T09:00:00Z')
  await give(1234)
  halima = await signInAdministrator(payouts.server, 'halima')
  await ada.signInAgain()
  return ada
}

/** The months that have entries, with their bounds. */
const MONTHS = [
  [JANUARY, '2025-12-31T23:00:00Z', '2026-01-31T23:00:00Z'],
  ['2026-02', '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'],
] as const

const WALLETS = {
  [JANUARY]: { topped_up: 700, given: 450, taken_back: 0 },
  '2026-02': { topped_up: 0, given: 0, taken_back: 0 },
}
const GIVEN = { [JANUARY]: 90_450, '2026-02': 1234 }

describe('the files of a month', () => {
  test('add up again to the trial balance, and that to the ledger', async () => {
    const ada = await everything()
    const secrets = [ada.userId, halima.userId, ada.email, ...(await ada.transactions()).map(({ id }) => id)]
    const total: Sums = new Map()
    for (const [month, from, until] of MONTHS) {
      const moved = await movedIn(from, until)
      for (const [account, amount] of moved) add(total, account, amount)
      const [text, csv] = [await fileOf('journal.ledger', month), await fileOf('journal.csv', month)]
      expect(nonZero(addUpLedger(text))).toEqual(nonZero(moved))
      expect(nonZero(addUpCsv(csv))).toEqual(nonZero(moved))
      const trial = parseCsv(await fileOf('trial-balance.csv', month))
      const closings: Sums = new Map()
      const changes: Sums = new Map()
      for (const { account = '', opening, debits, credits, closing } of trial) {
        add(changes, account, kobo(debits) - kobo(credits))
        add(closings, account, kobo(closing))
        expect(kobo(opening) + kobo(debits) - kobo(credits)).toBe(kobo(closing))
      }
      expect(nonZero(changes)).toEqual(nonZero(moved))
      expect(nonZero(closings)).toEqual(nonZero(total))
      expect([...closings.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n)
      // No one is in them.
      const papers = (await fileOf('month-statement.csv', month)) + (await fileOf('month-statement.pdf', month))
      for (const secret of secrets) expect(text + csv + papers).not.toContain(secret)
    }
    expect(nonZero(total)).toEqual(nonZero(await movedIn('2000-01-01', '2100-01-01')))
    expect(Object.keys(nonZero(total)).length).toBeGreaterThan(10)
    // The gifts from her wallet are one entry.
    const gifts = '* wallet_gift\n    Liabilities:wallets  450.00 NGN\n    Equity:fund:food  -450.00 NGN\n'
    expect(await fileOf('journal.ledger')).toContain(gifts)
  })

  test.each(MONTHS)('show each figure of %s as the ledger has it', async (month, from, until) => {
    await everything()
    const { statement } = await read(month)
    const moved = await movedIn(from, until)
    const exact = (naira: number) => kobo(naira.toFixed(2))
    for (const { fund, given, refunded, moved: between = 0, promised, paid_out: paid, lost } of statement.funds) {
      const change = (kind: string) => -(moved.get(`${kind}:${fund}`) ?? 0n)
      const figures = [promised, paid, lost, given - refunded + between].map((amount) => exact(amount))
      const ofFund = change('fund') + change('committed') + change('disbursed') + change('lost')
      expect([fund, ...figures]).toEqual([fund, change('committed'), change('disbursed'), change('lost'), ofFund])
    }
    expect(statement.wallets).toEqual(WALLETS[month])
    expect(statement.funds.map(({ given }) => given).reduce((sum, each) => sum + each)).toBe(GIVEN[month])
    const lines = parseCsv(await fileOf('month-statement.csv', month))
    const figure = (part: string, of: string, name: string) =>
      lines.find((line) => line['part'] === part && line['of'] === of && line['figure'] === name)?.['amount']
    for (const { fund, given, paid_out: paid } of statement.funds) {
      expect(figure('funds', fund, 'given')).toBe(given.toFixed(2))
      expect(figure('funds', fund, 'paid_out')).toBe(paid.toFixed(2))
    }
    for (const { account, closing } of statement.accounts)
      expect(figure('balances', account, 'closing')).toBe((0 - closing).toFixed(2))
    const texts = textsOf(await fileOf('month-statement.pdf', month))
    expect(texts).toContain(month === JANUARY ? 'Statement for January 2026' : 'Statement for February 2026')
    expect(texts).toContain('Not closed: figures can still change.')
    expect(texts).toContain('This was a test: no real money moved.')
    const amounts = [
      ...statement.funds.flatMap(({ fund: _fund, moved: between = 0, ...amounts }) => [
        between,
        ...Object.values(amounts),
      ]),
      ...statement.fees.map(({ amount }) => amount),
      ...statement.moves.map(({ amount }) => amount),
      ...statement.accounts.flatMap(({ opening, debits, credits, closing }) => [
        0 - opening,
        debits,
        credits,
        0 - closing,
      ]),
    ]
    for (const amount of amounts) expect(texts).toContain(formatNaira(amount).replace('₦', ''))
  })

  test('show what went from a closed fund to another one, so that each adds up', async () => {
    const staff = [halima, musa]
    await setFund(payouts, staff, newFund())
    const gift = await payouts.start(20_000, 'water')
    await payouts.pay(gift.reference)
    expect(await payouts.verify(gift)).toBe('success')
    await setFund(payouts, staff, newFund({ new: false, open: false }))
    const amount = await moveFund(payouts, staff, 'water', 'food')
    const { funds } = (await read()).statement
    expect(funds.filter(({ moved }) => moved !== 0).map(({ fund, moved }) => [fund, moved])).toEqual([
      ['food', amount],
      ['water', 0 - amount],
    ])
    const moved = await movedIn(MONTHS[0][1], MONTHS[0][2])
    for (const { fund, given, moved: between = 0 } of funds)
      expect([fund, kobo((given + between).toFixed(2))]).toEqual([fund, -(moved.get(`fund:${fund}`) ?? 0n)])
    expect(parseCsv(await fileOf('month-statement.csv'))).toContainEqual(
      expect.objectContaining({ part: 'funds', of: 'water', figure: 'moved', amount: (0 - amount).toFixed(2) }),
    )
    expect(textsOf(await fileOf('month-statement.pdf'))).toEqual(
      expect.arrayContaining(['Between funds', formatNaira(0 - amount).replace('₦', '')]),
    )
  })

  test('count an entry in the month in Lagos in which it was booked', async () => {
    setClock('2026-01-31T22:59:00Z')
    await give(1000)
    payouts.server.clock.advance(minutes(2))
    await give(2000)
    halima = await signInAdministrator(payouts.server, 'halima')
    const given = async (month: string) =>
      (await read(month)).statement.funds.find(({ fund }) => fund === 'food')?.given
    expect([await given(JANUARY), await given('2026-02')]).toEqual([1000, 2000])
    const [january, february] = [await fileOf('journal.ledger'), await fileOf('journal.ledger', '2026-02')]
    expect([january.match(/\* \(gift/g), february.match(/\* \(gift/g)]).toEqual([['* (gift'], ['* (gift']])
    expect(february).toContain('2026-02-01 * (gift')
    const opening = (await read('2026-02')).statement.accounts.find(({ account }) => account === 'fund:food')
    expect(opening).toMatchObject({ opening: 1000, credits: 2000, closing: 3000 })
  })

  test('say that a fee is not known, in place of zero, in the month in which its payment was booked', async () => {
    setClock('2026-01-31T22:59:00Z')
    await give()
    const late = await payouts.start(2000, 'food')
    await payouts.pay(late.reference)
    payouts.server.clock.advance(minutes(2))
    expect(await payouts.verify(late)).toBe('success')
    halima = await signInAdministrator(payouts.server, 'halima')
    const setFees = (fees: string) =>
      payouts.server.core.db.execute(`do $$ begin set local session_replication_role = replica;
        update payment_attempts set fees = ${fees}; end $$`)
    await setFees('null')
    for (const month of [JANUARY, '2026-02']) expect((await read(month)).statement.fees_unknown).toBe(1)
    expect(parseCsv(await fileOf('month-statement.csv'))).toContainEqual(
      expect.objectContaining({ part: 'fees', of: '1 payment', figure: 'fees not known yet', amount: '' }),
    )
    const paper = textsOf(await fileOf('month-statement.pdf'))
    for (const text of ['Fees of 1 payment', 'not known yet']) expect(paper).toContain(text)
    await setFees("(select amount from transfers where key = 'fee:' || reference)")
  })

  test('are of months with entries alone', async () => {
    await give()
    for (const month of ['2025-12', '2026-02'])
      for (const path of ['books/month', 'journal.csv', 'month-statement.pdf'])
        expect(await halima.call('GET', `/api/admin/${path}?month=${month}`)).toMatchObject({ status: 404 })
    expect(await halima.call('GET', '/api/admin/books/month?month=2026-13')).toMatchObject({ status: 400 })
  })
})

describe('closing a month', () => {
  test('stores its statement, and what is booked later is of the next month', async () => {
    await give(1000)
    await february()
    await insertDifference('balance', musa)
    const before = await read()
    expect(before).toMatchObject({ state: 'open', blocked_by: [], closed: null, proposal: null })
    await close()
    await give(500)
    await payouts.server.core.db.execute(sql`update differences set state = 'gone', ended_at = now()`)
    const closed = await read()
    expect(closed).toMatchObject({
      state: 'closed',
      blocked_by: ['closed'],
      closed: { proposed_by: { user_id: halima.userId }, confirmed_by: { user_id: musa.userId } },
    })
    expect([closed.statement, closed.digest]).toEqual([before.statement, before.digest])
    expect(closed.statement.differences).toEqual([expect.objectContaining({ kind: 'balance', amount: -1 })])
    expect((await read('2026-02')).statement.funds.find(({ fund }) => fund === 'food')?.given).toBe(500)
    expect((await halima.call('GET', '/api/admin/books/months')).body).toEqual({
      items: [
        { month: '2026-02', state: 'running' },
        { month: JANUARY, state: 'closed' },
      ],
    })
    expect(textsOf(await fileOf('month-statement.pdf'))).toContainEqual(
      expect.stringMatching(/^Closed by two people on 3 February 2026/),
    )
    const actions = (await readAudit(payouts.server)).filter(({ subject }) => subject === 'month')
    expect(actions).toMatchObject([
      { action: 'month.closing_proposed', actor_id: halima.userId, subject_id: JANUARY },
      { action: 'month.closed', actor_id: musa.userId, subject_id: JANUARY, after: { state: 'closed' } },
    ])
  })

  test.each([
    ['an open month before it', '2026-02', () => Promise.resolve()],
    ['the running month', '2026-03', () => Promise.resolve()],
    ['a difference that no one looks into', JANUARY, () => insertDifference()],
    [
      'a difference of someone who handles money no more',
      JANUARY,
      async () => insertDifference('balance', await newAdministrator(payouts.server, 'bala', ['auditor'])),
    ],
    ['books that contradict themselves', JANUARY, () => insertDifference('books', halima, '2026-02-02')],
    [
      'entries that were not checked since',
      JANUARY,
      () => payouts.server.core.db.execute(sql`update book_checks set checked_at = '2026-01-31'`),
    ],
  ])('is refused with %s', async (_what, month, change) => {
    await give()
    setClock('2026-02-04T09:00:00Z')
    await give()
    setClock('2026-03-02T09:00:00Z')
    await give()
    await checkBooks(payouts.server.core, 'full')
    halima = await signInAdministrator(payouts.server, 'halima')
    await change()
    const { digest, blocked_by: blockers } = await read(month)
    expect(blockers).toHaveLength(month === '2026-03' ? 3 : 1)
    await payouts.expectRefused(() => proposeClosing(halima, month, digest), 'month_cannot_close')
    await payouts.server.core.db.execute(sql`delete from differences`)
  })

  test('is refused twice, with an old statement, alone, and without the duty', async () => {
    await give()
    await february()
    const { digest } = await read()
    await insertDifference('balance', musa)
    await payouts.expectRefused(() => proposeClosing(halima, JANUARY, digest), 'month_changed')
    for (const role of ['reviewer', 'auditor', 'caller'] as const) {
      const other = await newAdministrator(payouts.server, role, [role])
      expect(await proposeClosing(other, JANUARY, digest)).toMatchObject({ status: 403 })
    }
    const { body } = await proposeClosing(halima)
    const path = `/api/admin/decisions/${String(body['id'])}/confirmation`
    await payouts.expectRefused(() => proposeClosing(musa), 'already_proposed')
    await payouts.expectRefused(() => halima.call('POST', path), 'second_administrator_needed')
    expect((await read()).state).toBe('open')
    // As a bank statement that is uploaded or removed meanwhile does.
    expect(await waitingFor(musa)).toEqual([body['id']])
    await insertDifference('bank_line', musa)
    await payouts.expectRefused(() => musa.call('POST', path), 'month_changed')
    expect(await waitingFor(musa)).toEqual([])
    expect((await musa.call('POST', path.replace('confirmation', 'withdrawal'))).status).toBe(200)
    const again = await proposeClosing(halima)
    const anew = `/api/admin/decisions/${String(again.body['id'])}/confirmation`
    expect((await musa.call('POST', anew)).status).toBe(200)
    await payouts.expectRefused(() => proposeClosing(musa), 'month_cannot_close')
    await payouts.expectRefused(() => musa.call('POST', anew), 'not_found')
    await payouts.server.core.db.execute(sql`do $$ begin
      set local session_replication_role = replica; delete from differences; end $$`)
  })

  test('is kept by the database: nothing is booked into it, and its row never changes', async () => {
    await give()
    await february()
    await close()
    const { refusedByDatabase, server } = payouts
    const into = (
      at: string,
    ) => sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
      values (gen_random_uuid(), 'gift:late', 1, 15, 100, 'gift', ${at}, ${at})`
    expect(await refusedByDatabase(into('2026-01-31T22:59:59Z'))).toBe('TK001')
    expect(await refusedByDatabase(sql`update closed_months set digest = digest`)).toBe('TK001')
    expect(await refusedByDatabase(sql`delete from closed_months`)).toBe('TK001')
    expect(await refusedByDatabase(sql`truncate closed_months`)).toBe('TK001')
    const again = (month: string, more: string) =>
      sql.raw(`insert into closed_months select '${month}', statement, digest, ${more} from closed_months`)
    expect(await refusedByDatabase(again('2026-02-01', "proposal_id, '2026-02-20'"))).toBe('TK001')
    expect(await refusedByDatabase(again('2025-12-01', "proposal_id, '2026-03-20'"))).toBe('TK001')
    expect(await refusedByDatabase(again('2026-02-01', "gen_random_uuid(), '2026-03-20'"))).toBe('TK001')
    // A changed row is named by the nightly check.
    // Days are sealed that had ended at the check before.
    for (let night = 0; night < 3; night += 1) {
      server.clock.advance(hours(24))
      await checkBooks(server.core, 'full')
    }
    expect(await findDifferences(server.core.db)).toEqual([])
    const tamper = (sign: string) =>
      server.core.db.execute(
        sql.raw(`do $$ begin
      set local session_replication_role = replica;
      update closed_months set closed_at = closed_at ${sign} interval '1 day';
    end $$`),
      )
    await tamper('+')
    expect((await findDifferences(server.core.db)).map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringContaining('closed_months')]),
    )
    await tamper('-')
  })
})
