/** Statements of the bank: each line once, matched with what the ledger says, and every gap named, until ledger, provider and bank agree. */
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { newKey } from '../../../test/support/server.ts'
import { passUntilSettled } from '../../../test/support/settling.ts'
import { api } from '../../../contract/api.ts'
import { hours } from '../../platform/clock.ts'
import { settlements } from '../matching/settlement-schema.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const giving = useGiving()
let halima: Administrator
let signedIn = 0
/** Sessions of administrators end while the clock moves. */
async function signIn() {
  signedIn += 1
  halima = await newAdministrator(giving.server, `halima${signedIn}`)
}
beforeEach(signIn)

const Bank = z.custom<z.input<(typeof api)['GET /api/admin/books/bank']['reply']['schema']>>()
const kobo = (naira: number) => Math.round(naira * 100)

/** Reads the screen. Every kobo between the ledger and the bank has a name, in every case. */
async function readBank() {
  const { status, body } = await halima.call('GET', '/api/admin/books/bank')
  expect(status).toBe(200)
  const bank = Bank.parse(body)
  const named = bank.ledger - bank.before_statements - bank.not_yet_on_statements + bank.open + bank.explained
  expect(kobo(bank.bank)).toBe(kobo(named))
  const open = bank.differences.reduce((sum, { ledger, provider }) => sum + kobo(provider ?? 0) - kobo(ledger ?? 0), 0)
  expect(kobo(bank.open)).toBe(open)
  return bank
}

/** Gifts that the provider settles on the next working day. @returns the settlement's id and day */
async function settle(...amounts: number[]) {
  for (const amount of amounts) {
    const gift = await giving.start(amount)
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('success')
  }
  await passUntilSettled(giving.server)
  await signIn()
  const all = await giving.server.core.db.select().from(settlements).orderBy(settlements.id)
  const last = all.at(-1)
  if (!last) throw new Error('nothing was settled')
  return { id: String(last.id), day: last.settlementDate.toISOString().slice(0, 10) }
}

const HEADER = 'Date,Narration,Debit,Credit,Balance\n'
/** A row of the bank's file: the day as the bank writes it, an amount above zero for a credit. */
function row(day: string, text: string, amount: number): string {
  const [year, month, date] = day.split('-')
  const [debit, credit] = amount < 0 ? [-amount, ''] : ['', amount]
  return `${date}/${month}/${year},"${text.replaceAll('"', '""')}",${debit},${credit},\n`
}
const upload = (file: string, more = {}, path = 'statements', by = halima) =>
  by.call('POST', `/api/admin/books/bank/${path}`, {
    bank: 'GTBank',
    content: Buffer.from(file).toString('base64'),
    ...more,
  })
const statementsOf = async (query = '') => {
  const { body } = await halima.call('GET', `/api/admin/bank-statements${query}`)
  const Page = z.object({
    items: z.array(z.looseObject({ id: z.string(), first_day: z.string() })),
    next_cursor: z.string().nullable(),
    total: z.number(),
  })
  return Page.parse(body)
}
const remove = (by: Administrator, id: string | undefined) =>
  by.call('POST', `/api/admin/books/bank/statements/${id}/removal`, { reason: 'It is of the wrong account.' })
const linesOf = async (query = '') => {
  const { body } = await halima.call('GET', `/api/admin/bank-lines${query}`)
  return z.object({ items: z.array(z.looseObject({ id: z.string(), entries: z.string() })) }).parse(body).items
}

describe('a statement', () => {
  test('two references that differ on one day and of one amount are two lines; the same one is known', async () => {
    const { day } = await settle(1000)
    const [year, month, date] = day.split('-')
    const file = (reference: string, name: string) =>
      `Date,Reference,Narration,Amount\n${date}/${month}/${year},${reference},NIP FROM ${name},10000.00\n`
    expect((await upload(file('000101', 'ADA'))).body).toMatchObject({ lines_added: 1 })
    expect((await upload(file('000202', 'BOLA'))).body).toMatchObject({ lines_added: 1 })
    expect((await upload(file('000202', 'BOLA ADE'))).body).toMatchObject({ lines_added: 0 })
    expect((await upload(file('', 'SOMEONE'))).body).toMatchObject({ lines_added: 0 })
    const csv = await giving.server.app.request('/api/admin/bank-lines.csv', {
      headers: { authorization: halima.authorization },
    })
    const [header = '', ...lines] = (await csv.text()).trim().split('\r\n')
    const at = header.split(',').indexOf('matched')
    expect(lines.map((line) => line.split(',').at(at - header.split(',').length))).toEqual(['0.00', '0.00'])
  })

  test('as CSV and as OFX of the same days is one statement, also where references differ, and equal lines stay two', async () => {
    const csv =
      'Date,Reference,Narration,Amount\n13/10/2025,S1,NIP ADA,100.00\n13/10/2025,S2,NIP BOLA,100.00\n14/10/2025,S3,FEE,-5.00\n'
    const line = (day: string, amount: string, id: string) =>
      `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<REFNUM>R${id}<NAME>X</STMTTRN>`
    const ofx = (...lines: string[]) => `OFXHEADER:100\n\n<OFX><CURDEF>NGN${lines.join('')}</OFX>`
    const same = [line('20251013', '100.00', '1'), line('20251013', '100.00', '2'), line('20251014', '-5.00', '3')]
    expect((await upload(csv)).body).toMatchObject({ lines_added: 3 })
    expect((await upload(ofx(...same), {}, 'preview')).body).toMatchObject({ lines_added: 0, lines_in_other_format: 3 })
    for (let time = 1; time <= 2; time += 1)
      expect((await upload(ofx(...same))).body).toMatchObject({ lines: 3, lines_added: 0 })
    expect((await upload(csv, {}, 'preview')).body).toMatchObject({ lines_added: 0, lines_in_other_format: 0 })
    // A third transfer of that amount, which the bank lists apart.
    const third = ofx(...same, line('20251013', '100.00', '4'))
    expect((await upload(third)).body).toMatchObject({ lines: 4, lines_added: 1 })
    expect((await upload(ofx(line('20251014', '-5.00', '5')))).body).toMatchObject({ lines_added: 1 })
    expect((await upload(ofx(line('20251014', '5.00', '6')))).body).toMatchObject({ lines_added: 1 })
    expect((await upload(third)).body).toMatchObject({ lines_added: 0 })
    expect(await linesOf()).toHaveLength(6)
    // Another bank of ours.
    expect((await upload(ofx(...same), { bank: 'Zenith' })).body).toMatchObject({ lines_added: 3 })
  })

  test('as OFX that was removed leaves no ids in the lines of the CSV file: one with other ids is the same again', async () => {
    const csv = 'Date,Reference,Narration,Amount\n13/10/2025,S1,NIP ADA,100.00\n'
    const ofx = (id: string) =>
      `OFXHEADER:100\n\n<OFX><CURDEF>NGN<STMTTRN><DTPOSTED>20251013<TRNAMT>100.00<FITID>${id}<REFNUM>R${id}<NAME>X</STMTTRN></OFX>`
    expect((await upload(csv)).body).toMatchObject({ lines_added: 1 })
    expect((await upload(ofx('1'))).body).toMatchObject({ lines_added: 0 })
    expect((await upload(ofx('9'), {}, 'preview')).body).toMatchObject({ lines_added: 1 })
    const [newest] = (await statementsOf()).items
    expect((await remove(halima, newest?.id)).body).toEqual({ lines_removed: 0, waits: false })
    expect((await upload(ofx('9'), {}, 'preview')).body).toMatchObject({ lines_added: 0 })
  })

  test('is listed however many came after it, and each page follows the one before', async () => {
    for (let day = 1; day <= 22; day += 1) {
      expect((await upload(HEADER + row(`2025-01-${String(day).padStart(2, '0')}`, 'NIP', day))).status).toBe(201)
      giving.server.clock.advance(1000)
    }
    const newest = await statementsOf('?limit=20')
    expect([newest.total, newest.items.length, newest.items[0]?.first_day]).toEqual([22, 20, '2025-01-22'])
    const oldest = await statementsOf(`?limit=20&cursor=${newest.next_cursor}`)
    expect(oldest).toMatchObject({
      items: [{ first_day: '2025-01-02' }, { first_day: '2025-01-01', uploaded_by: { user_id: halima.userId } }],
      next_cursor: null,
    })
  })

  test('with dates that can be read both ways is not saved before someone chooses, and the bank’s next file needs no choice', async () => {
    const file = 'Date,Narration,Amount\n01/02/2025,x,1.00\n01/03/2025,y,2.00\n'
    expect((await upload(file, {}, 'preview')).body).toMatchObject({ date_order: 'unclear', balances_agree: null })
    expect((await upload(file)).body).toMatchObject({ status: 422, detail: expect.stringContaining('two ways') })
    const preview = await upload(file, { date_order: 'month_first' }, 'preview')
    expect(preview.body).toMatchObject({ first_day: '2025-01-02', last_day: '2025-01-03', money_in: 3, money_out: 0 })
    expect((await upload(file, { date_order: 'month_first' })).status).toBe(201)
    expect((await upload(file, {}, 'preview')).body).toMatchObject({ date_order: 'month_first', lines_added: 0 })
  })

  test('is matched by amount, date and reference; the same and overlapping ones add no line twice', async () => {
    const first = await settle(1000, 3000)
    const second = await settle(2000)
    const statement = HEADER + row(first.day, `PAYSTACK ${first.id}`, 3840)
    const preview = await upload(statement, {}, 'preview')
    expect(preview).toMatchObject({
      status: 200,
      body: { lines: 1, lines_added: 1, odd_rows: 0, first_day: first.day },
    })
    expect((await statementsOf()).items).toEqual([])

    expect((await upload(statement)).body).toMatchObject({ lines: 1, lines_added: 1, lines_matched: 1 })
    expect(await readBank()).toMatchObject({ not_yet_on_statements: 1970, differences: [], open: 0, bank: 3840 })
    expect((await upload(statement)).body).toMatchObject({ lines: 1, lines_added: 0, lines_matched: 0 })
    const overlapping = `${statement}${row(second.day, 'NIP', 1970)}`
    const uploads = await Promise.all([1, 2, 3, 4].map(() => upload(overlapping, { bank: 'gtbank' })))
    expect(uploads.filter(({ body }) => body['lines_added'] === 1)).toHaveLength(1)
    expect(uploads.filter(({ body }) => body['lines_added'] === 0)).toHaveLength(3)
    // The same lines as OFX, whose texts differ.
    const ofx = [first, second].map(({ day }, index) => {
      const posted = day.replaceAll('-', '')
      return `<STMTTRN><DTPOSTED>${posted}<TRNAMT>${index === 0 ? 3840 : 1970}.00<FITID>F${index}<NAME>X</STMTTRN>`
    })
    const exported = `OFXHEADER:100\n\n<OFX><CURDEF>NGN${ofx.join('\n')}</OFX>`
    expect((await upload(exported)).body).toMatchObject({ lines: 2, lines_added: 0 })
    expect(await readBank()).toMatchObject({
      ledger: 5810,
      ledger_settled: 5810,
      provider_settled: 5810,
      bank: 5810,
      not_yet_on_statements: 0,
      open: 0,
      explained: 0,
      differences: [],
      unmatched_entries: [],
      banks: [{ name: 'GTBank', columns: { date: 'Date', debit: 'Debit' } }],
    })
    expect((await linesOf()).map(({ entries }) => entries)).toEqual([
      `settlement:${second.id}`,
      `settlement:${first.id}`,
    ])
  })

  test('of several accounts, each says up to which day its statements are here', async () => {
    expect((await upload(HEADER + row('2026-01-09', 'NIP', 50))).status).toBe(201)
    expect((await upload(HEADER + row('2026-01-05', 'NIP', 70), { bank: 'Access Bank' })).status).toBe(201)
    expect((await upload(HEADER + row('2026-01-02', 'NIP', 80), { bank: 'Access Bank' })).status).toBe(201)
    expect(await readBank()).toMatchObject({
      last_day: '2026-01-09',
      banks: [
        { name: 'Access Bank', last_day: '2026-01-05' },
        { name: 'GTBank', last_day: '2026-01-09' },
      ],
    })
  })

  test('names what is on one side only; what is matched by hand can be undone, and two close the rest', async () => {
    const early = await settle(1000)
    const second = await settle(3000)
    const late = await settle(2000)
    const end = new Date(Date.parse(`${late.day}T00:00:00Z`) + hours(24 * 4))
    await giving.server.pass(hours(24 * 5), JOBS)
    await signIn()
    const file =
      HEADER +
      row(second.day, 'PAYSTACK', 2805.5) +
      row(second.day, 'LEVY', -50) +
      row(end.toISOString().slice(0, 10), 'INTEREST', 0.01)
    expect((await upload(file)).body).toMatchObject({ lines_added: 3, lines_matched: 0 })
    const bank = await readBank()
    expect(bank).toMatchObject({ before_statements: 985, not_yet_on_statements: 0 })
    expect(bank.differences.map(({ kind, ledger, provider }) => [kind, ledger, provider])).toEqual([
      ['bank_line', 0, 2805.5],
      ['bank_line', 0, -50],
      ['bank_entry', 2855, 0],
      ['bank_entry', 1970, 0],
      ['bank_line', 0, 0.01],
    ])
    const [paid, levy] = bank.differences.map(({ line }) => line?.id ?? '')
    const match = (line = '', ...keys: string[]) =>
      halima.call('POST', `/api/admin/books/bank/lines/${line}/match`, { entries: keys })
    const undo = (line = '') => halima.call('DELETE', `/api/admin/books/bank/lines/${line}/match`)
    const settled = `settlement:${second.id}`
    expect((await match(paid, settled)).body).toEqual({ difference: -49.5 })
    expect((await readBank()).differences).toContainEqual(
      expect.objectContaining({ kind: 'bank_amount', ledger: 2855, provider: 2805.5, amount: 49.5 }),
    )
    for (const taken of [match(levy, settled), match(paid, `settlement:${late.id}`)])
      expect((await taken).body).toMatchObject({ status: 409, code: 'bank_line_matched' })
    expect((await match(levy, 'settlement:1')).status).toBe(404)
    expect((await undo(levy)).status).toBe(404)
    expect((await undo(paid)).body).toEqual({ entries: [settled] })
    expect((await readBank()).open).toBe(bank.open)

    expect((await match(paid, settled)).status).toBe(201)
    const { differences, open } = await readBank()
    const charge = differences.find(({ provider }) => provider === -50)
    const musa = await newAdministrator(giving.server, 'musa')
    const reason = { ending: 'own_money', reason: 'The levy of the bank.' }
    const closing = await halima.call('POST', `/api/admin/books/differences/${charge?.id}/closing`, reason)
    await musa.call('POST', `/api/admin/decisions/${String(closing.body['id'])}/confirmation`)
    await giving.server.pass(hours(1), JOBS)
    await signIn()
    expect(await readBank()).toMatchObject({ open: (kobo(open) + 5000) / 100, explained: -50 })
    expect((await readAudit(giving.server)).map(({ action, after }) => [action, after])).toEqual(
      expect.arrayContaining([
        ['bank_statement.uploaded', { bank: 'GTBank', rows: 3 }],
        ['bank_line.matched', { entries: settled }],
        ['bank_line.match_undone', null],
      ]),
    )
    expect(early.day < second.day).toBe(true)
  })

  test('offers the entries of its days, also where many were booked since', async () => {
    const { id, day } = await settle(1000)
    expect((await upload(HEADER + row(day, 'PAYSTACK LESS A LEVY', 900))).body).toMatchObject({ lines_matched: 0 })
    await giving.server.pass(hours(24 * 5), JOBS)
    await signIn()
    const musa = await newAdministrator(giving.server, 'musa')
    const on = giving.server.clock.now().toISOString().slice(0, 10)
    for (let kobo = 1; kobo <= 205; kobo += 1) {
      const drawn = { holder: halima.userId, direction: 'drawn', amount: 100 + kobo / 100, on }
      expect((await musa.call('POST', '/api/admin/cash', drawn, newKey())).status).toBe(201)
    }
    const entries = (await readBank()).unmatched_entries
    expect(entries).toHaveLength(200)
    expect(entries).toContainEqual({ key: `settlement:${id}`, day, amount: 985 })
  })

  test('leaves a choice to people, and a match that was undone to them as well', async () => {
    const first = await settle(1000)
    const second = await settle(1000)
    const twice = HEADER + row(first.day, 'NIP', 985) + row(second.day, 'NIP', 985)
    expect((await upload(twice)).body).toMatchObject({ lines_added: 2, lines_matched: 0 })
    expect((await readBank()).open).toBe(1970)
    const { id } = z.object({ id: z.string() }).parse((await statementsOf()).items[0])
    // The statement's lines are in differences.
    expect((await remove(halima, id)).body).toEqual({ lines_removed: 0, waits: true })
    const { proposal } = z.object({ proposal: z.object({ id: z.string() }) }).parse((await statementsOf()).items[0])
    const musa = await newAdministrator(giving.server, 'musa')
    expect((await musa.call('POST', `/api/admin/decisions/${proposal.id}/confirmation`)).status).toBe(200)
    expect(await readBank()).toMatchObject({ bank: 0, open: 0, differences: [], first_day: null })
    expect((await statementsOf()).total).toBe(0)

    const named = HEADER + row(first.day, `NIP/${second.id}`, 985) + row(second.day, `PSTK-${first.id}`, 985)
    expect((await upload(named)).body).toMatchObject({ lines_added: 2, lines_matched: 2 })
    const lines = await linesOf()
    expect(lines.map(({ entries }) => entries)).toEqual([`settlement:${first.id}`, `settlement:${second.id}`])
    await halima.call('DELETE', `/api/admin/books/bank/lines/${lines[0]?.id}/match`)
    await giving.server.pass(hours(1), JOBS)
    await signIn()
    expect(await linesOf('?matched=no')).toHaveLength(1)
  })

  test('has lines that two people explained: no entry of the same amount is taken for one of them', async () => {
    const { day } = await settle(1000)
    await upload(HEADER + row(day, 'PAYSTACK', 985) + row(day, 'LEVY', -100))
    const musa = await newAdministrator(giving.server, 'musa')
    const levy = (await readBank()).differences[0]
    const reason = { ending: 'own_money', reason: 'The levy of the bank.' }
    const closing = await halima.call('POST', `/api/admin/books/differences/${levy?.id}/closing`, reason)
    const closed = await musa.call('POST', `/api/admin/decisions/${String(closing.body['id'])}/confirmation`)
    expect(closed.status).toBe(200)
    const drawn = { holder: halima.userId, direction: 'drawn', amount: 100, on: day }
    expect((await musa.call('POST', '/api/admin/cash', drawn, newKey())).status).toBe(201)
    await giving.server.pass(hours(1), JOBS)
    await signIn()
    expect(await readBank()).toMatchObject({ explained: -100, unmatched_entries: [{ amount: -100 }] })
    await giving.server.pass(hours(24), JOBS)
    await signIn()
    const next = new Date(Date.parse(day) + hours(24)).toISOString().slice(0, 10)
    expect((await upload(HEADER + row(next, 'CASH', -100))).body).toMatchObject({ lines_matched: 1 })
    expect(await readBank()).toMatchObject({ explained: -100, open: 0, unmatched_entries: [] })
  })

  test('with a row that cannot be read is refused whole, and the row is named', async () => {
    const file = `${HEADER}${row('2026-01-14', 'x', 10)}${row('2026-13-14', 'x', 10)}${row('2026-02-14', 'x', 10)}`
    expect((await upload(file, {}, 'preview')).body).toMatchObject({
      lines: 1,
      odd: [{ row: 3 }, { row: 4, why: expect.stringContaining('future') }],
    })
    expect(await upload(file)).toMatchObject({
      status: 422,
      body: {
        code: 'statement_unreadable',
        detail: '2 rows cannot be read.',
        fields: [
          { field: 'row 3', message: expect.any(String) },
          { field: 'row 4', message: expect.any(String) },
        ],
      },
    })
    expect((await upload(`${HEADER}${row('2026-13-14', 'x', 10)}`)).body['detail']).toBe('1 row cannot be read.')
    const refused: [object, number][] = [
      [{ content: Buffer.from('%PDF-1.7').toString('base64') }, 422],
      [{ content: Buffer.from('a,b,c\n1,2,3\n').toString('base64') }, 422],
      [{ content: Buffer.from(HEADER).toString('base64') }, 422],
      [{ content: 'no base64!' }, 400],
      [{ content: 'A'.repeat(2_100_000) }, 400],
      [{ content: 'A'.repeat(3_100_000) }, 413],
      [{ bank: ' ' }, 400],
    ]
    for (const [more, status] of refused) expect((await upload(file, more)).status).toBe(status)
    const columns = {
      date: 'Date',
      description: 'Narration',
      reference: null,
      amount: null,
      direction: null,
      balance: null,
      status: null,
    }
    const missing = await upload(file, { columns: { ...columns, debit: 'Nowhere', credit: 'Credit' } })
    expect(missing.body).toMatchObject({ status: 422, detail: expect.stringContaining('chosen columns') })
    expect(await readBank()).toMatchObject({ banks: [], bank: 0 })
    expect((await statementsOf()).items).toEqual([])
  })

  test('is exported without formulas', async () => {
    const file = HEADER + row('2026-01-14', '=HYPERLINK("http://x")', -50.5) + row('2026-01-14', 'Fee, "all"', -0.05)
    expect((await upload(file)).status).toBe(201)
    const exported = await giving.server.app.request('/api/admin/bank-lines.csv', {
      headers: { authorization: halima.authorization },
    })
    const text = await exported.text()
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(text).toContain(',-50.50,')
    expect(text).toContain(',-0.05,')
  })
})
