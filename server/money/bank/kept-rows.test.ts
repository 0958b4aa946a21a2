/** Rows that a statement leaves out, its account, and its removal. */
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import {
  ADMINISTRATOR_PASSWORD,
  newAdministrator,
  readAudit,
  type Administrator,
} from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { rows } from '../../platform/db/db.ts'
import { readStatement } from './read-statement.ts'

const giving = useGiving()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  halima = await newAdministrator(giving.server, 'halima')
  musa = await newAdministrator(giving.server, 'musa')
})

const upload = (file: string, more = {}, path = 'statements') =>
  halima.call('POST', `/api/admin/books/bank/${path}`, {
    bank: 'GTBank',
    content: Buffer.from(file).toString('base64'),
    ...more,
  })
const stored = () =>
  rows(
    giving.server.core.db,
    sql`select amount::int as amount, description, unread from bank_lines order by number`,
    z.object({ amount: z.number(), description: z.string(), unread: z.boolean() }),
  )

const WRONG = 'It is of the wrong account.'
const remove = (by: Administrator, id: string) =>
  by.call('POST', `/api/admin/books/bank/statements/${id}/removal`, { reason: WRONG })
const Listed = z.object({ items: z.tuple([z.looseObject({ proposal: z.looseObject({ id: z.string() }) })]) })
/** The proposal to remove the one statement. */
const removalSeenBy = async (by: Administrator) =>
  Listed.parse((await by.call('GET', '/api/admin/bank-statements')).body).items[0].proposal
const decide = (by: Administrator, { id }: { id: string }) => by.call('POST', `/api/admin/decisions/${id}/confirmation`)

const HEADER = 'Date,Narration,Amount,Balance\n'
const BEFORE = '13/10/2025,OPENING GIFT,100.00,1100.00\n'
const AFTER = '15/10/2025,LEVY,-50.00,850.00\n'
const WHOLE = `${HEADER}${BEFORE}15/10/2025,LEVY,-50.00,1050.00\n`

test('only a row that cannot be read is left out: its text is kept, the balances tell its amount, and two people close its difference', async () => {
  const file = `${HEADER}${BEFORE}14/10/2025,"for ""gift, food",-2OO.00,900.00\n${AFTER}`
  const preview = await upload(file, {}, 'preview')
  expect(preview.body).toMatchObject({ may_leave_out: true, odd_rows: 1, left_out_rows: 0 })
  expect((await upload(file)).body).toMatchObject({ code: 'statement_unreadable' })
  expect(await stored()).toEqual([])
  const why = '“14/10/2025 | for "gift, food | -2OO.00 | 900.00” cannot be read. By the balances it moved -₦200.00.'
  expect((await upload(file, { leave_out: true }, 'preview')).body).toMatchObject({
    odd_rows: 0,
    lines: 3,
    money_out: 250,
    left_out: [{ row: 3, why }],
    balances_agree: true,
  })
  expect((await upload(file, { leave_out: true })).status).toBe(201)
  const lines = await stored()
  expect(lines.map(({ amount, unread }) => [amount, unread])).toEqual([
    [10_000, false],
    [-20_000, true],
    [-5000, false],
  ])
  expect(lines[1]?.description).toBe('14/10/2025 | for "gift, food | -2OO.00 | 900.00')
  const Bank = z.looseObject({
    differences: z.array(
      z.looseObject({ id: z.uuid(), provider: z.number(), line: z.looseObject({ id: z.uuid() }).nullable() }),
    ),
  })
  const bank = Bank.parse((await halima.call('GET', '/api/admin/books/bank')).body)
  const opened = bank.differences.find(({ provider }) => provider === -200)
  expect(bank.differences.map(({ line }) => line?.['barred'])).toEqual(
    bank.differences.map(({ id }) => (id === opened?.id ? 'unread' : null)),
  )
  // No one ends it alone by a match.
  const match = await halima.call('POST', `/api/admin/books/bank/lines/${opened?.line?.id}/match`, { entries: ['x'] })
  expect([match.status, match.body['detail']]).toEqual([404, expect.stringContaining('two people')])
  await expectBooksBalance(giving.server)
})

test.each([
  ['no balances are printed', 'Date,Narration,Amount\n13/10/2025,x,1.00\n14/10/2025,y,2OO.00\n'],
  ['nothing is printed after it', `${HEADER}${BEFORE}14/10/2025,y,2OO.00,\n`],
  ['two stand between two balances', `${HEADER}${BEFORE}14/10/2025,y,2OO.00,\n14/10/2025,z,3OO.00,\n${AFTER}`],
  ['an amount that is read contradicts the balance', `${HEADER}${BEFORE}14/10/2025,y,-1.00,900.00\n${AFTER}`],
  ['another row of the file is odd', `${HEADER}${BEFORE}14/10/2025,y,2OO.00,900.00\n15/10/2025,z,-1.00,850.00\n`],
])('nothing is left out where %s', async (_, file) => {
  expect((await upload(file, {}, 'preview')).body).toMatchObject({ may_leave_out: false })
  expect((await upload(file, { leave_out: true })).body).toMatchObject({ code: 'statement_unreadable' })
  expect(await stored()).toEqual([])
})

test('the amount of an unread row is computed in either order of lines', () => {
  const newestFirst = `${HEADER}${AFTER}14/10/2025,y,2OO.00,900.00\n${BEFORE}`
  const known = { chosen: null, remembered: null, leaveOut: true }
  const { lines, odd } = readStatement(Buffer.from(newestFirst), known, new Date('2026-01-01'))
  expect([odd, lines.map(({ amount }) => amount)]).toEqual([[], [-5000n, -20_000n, 10_000n]])
})

const ofAccount = (account: string, day = '13') =>
  `Account Name:,Taimako\nAccount Number: ${account}\n\nDate,Narration,Amount\n${day}/10/2025,x,1.00\n`

test('a file of another account than the bank’s is refused, and each account has a name of its own', async () => {
  expect((await upload(ofAccount('0123456789'))).status).toBe(201)
  const other = await upload(ofAccount('0123450000', '14'))
  expect(other.body).toMatchObject({
    code: 'statement_unreadable',
    detail: expect.stringMatching(/ending in 0000, and “GTBank” is the one ending in 6789/),
  })
  expect(await stored()).toHaveLength(1)
  for (const same of ['123456789', '012 345 6789', '012***6789', 'XXXXXX6789'])
    expect([same, (await upload(ofAccount(same, '15'))).status]).toEqual([same, 201])
  expect((await upload(ofAccount('0123450000'), { bank: 'GTBank 0000' })).status).toBe(201)
  expect(await stored()).toHaveLength(3)
  const both = `Date,Account Number,Narration,Amount\n13/10/2025,0123456789,x,1.00\n14/10/2025,0123450000,y,2.00\n`
  expect((await upload(both)).body).toMatchObject({ detail: expect.stringContaining('ending in 6789 and 0000') })
})

test('an account that has a name is not kept under a second one, which would have each line twice', async () => {
  expect((await upload(ofAccount('0123456789'))).status).toBe(201)
  for (const path of ['preview', 'statements'])
    expect((await upload(ofAccount('0123456789'), { bank: 'GT Bank plc' }, path)).body).toMatchObject({
      code: 'statement_unreadable',
      detail: expect.stringContaining('“GTBank”'),
    })
  expect(await stored()).toHaveLength(1)
  // Hidden digits may be those of a different account.
  expect((await upload(ofAccount('XXXXXX6789'), { bank: 'Zenith' })).status).toBe(201)
})

test('the same file is named as such, and its hash is kept', async () => {
  const file = WHOLE
  expect((await upload(file, {}, 'preview')).body).toMatchObject({ same_file_at: null })
  await upload(file)
  const at = giving.server.clock.now().toISOString()
  expect((await upload(file, {}, 'preview')).body).toMatchObject({ same_file_at: at, lines_added: 0 })
  expect((await upload(`${file}\n`, {}, 'preview')).body).toMatchObject({ same_file_at: null, lines_added: 0 })
  const hash = createHash('sha256').update(file).digest('hex')
  const found = sql`select file_hash from bank_statements`
  expect(await rows(giving.server.core.db, found, z.object({ file_hash: z.string() }))).toEqual([{ file_hash: hash }])
})

test('a statement whose line is in a difference is removed by two people, also in the database', async () => {
  const { body } = await upload(WHOLE)
  const statement = z.uuid().parse(body['id'])
  const { db } = giving.server.core
  const refusal = await db.execute(sql`delete from bank_statements`).then(
    () => 'deleted',
    (fault: unknown) => codeOf(fault),
  )
  expect(refusal).toBe('TK001')
  expect((await remove(halima, statement)).body).toEqual({ lines_removed: 0, waits: true })
  expect((await remove(musa, statement)).body).toMatchObject({ code: 'already_proposed' })
  expect(await stored()).toHaveLength(2)
  const proposal = await removalSeenBy(halima)
  expect(proposal).toMatchObject({ reason: WRONG, proposed_by: { user_id: halima.userId }, may_confirm: false })
  const waiting = await musa.call('GET', '/api/admin/decisions?group=waiting')
  const days = { name: 'days', before: null, after: '2025-10-13 2025-10-15' }
  expect(waiting.body['items']).toMatchObject([{ id: proposal.id, subject: 'GTBank', facts: [days] }])
  expect((await decide(halima, proposal)).body).toMatchObject({ code: 'second_administrator_needed' })
  expect(await stored()).toHaveLength(2)
  expect((await decide(musa, proposal)).status).toBe(200)
  expect(await stored()).toEqual([])
  const actions = (await readAudit(giving.server)).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['bank_statement.removal_asked', 'bank_statement.removed']))
  await expectBooksBalance(giving.server)
})

test('who proposed to remove a statement counts only while they handle money', async () => {
  const { body } = await upload(WHOLE)
  const statement = z.uuid().parse(body['id'])
  expect((await remove(musa, statement)).body).toEqual({ lines_removed: 0, waits: true })
  expect(await removalSeenBy(halima)).toMatchObject({ may_confirm: true })
  expect((await musa.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })).status).toBe(200)
  const lapsed = await removalSeenBy(halima)
  expect(lapsed).toMatchObject({ may_confirm: false })
  expect((await decide(halima, lapsed)).body).toMatchObject({ code: 'proposal_lapsed' })
  expect((await remove(halima, statement)).body).toEqual({ lines_removed: 0, waits: true })
  expect(await stored()).toHaveLength(2)
  const ladi = await newAdministrator(giving.server, 'ladi')
  expect((await decide(ladi, await removalSeenBy(ladi))).status).toBe(200)
  expect(await stored()).toEqual([])
})

test('amounts that no account of ours holds together are refused, as of a column that is no amount', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `13/10/2025,line ${index},1000000000000.00\n`)
  const file = `Date,Narration,Amount\n${lines.join('')}`
  const preview = await upload(file, {}, 'preview')
  expect(preview.body).toMatchObject({ lines: 1, odd_rows: 11, may_leave_out: false })
  expect((await upload(file)).body).toMatchObject({ code: 'statement_unreadable' })
  expect(await stored()).toEqual([])
  expect((await halima.call('GET', '/api/admin/books/bank')).status).toBe(200)
})

test.each([
  ['that no database has', '01/01/0000'],
  ['that programs write in place of none', '0001-01-01'],
])('a day %s is named as one that cannot be read', async (_what, day) => {
  const file = `Date,Narration,Amount\n${day},line,100.00\n`
  expect((await upload(file, {}, 'preview')).body).toMatchObject({ lines: 0, odd_rows: 1 })
  expect((await upload(file)).body).toMatchObject({ code: 'statement_unreadable' })
})
