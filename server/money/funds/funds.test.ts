/** Funds beside the spec's six: opened, changed and closed by two people, with the same books as the six. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { moveFund, newFund, setFund } from '../../../test/support/funds.ts'
import { losePayments } from '../../../test/support/losing.ts'
import { raceBehindLock, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, MONEY_JOBS, newKey } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { newPerson as newHolder } from '../../../test/support/wallet.ts'
import { forge } from '../../../test/support/forging.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { fundDecision } from './changes.ts'
import { requireFund } from './funds.ts'
import { giveFromWallet } from '../wallet/gifts.ts'
import { makeAdministrator } from '../../people/sign-in/administrators.ts'
import { findDifferences } from '../../proof/books/books.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
})

const Funds = z.object({
  funds: z.array(z.looseObject({ fund: z.string(), title: z.string(), open: z.boolean(), received: z.number() })),
})
const published = async () => Funds.parse((await payouts.server.call('GET', '/api/funds')).body).funds
const give = (donation_type: string, key = newKey(), amount = 1_500) =>
  payouts.server.call('POST', '/api/donations', { amount, donation_type }, key)
const open = (more: object = {}) => setFund(payouts, [halima, musa], newFund(more))
const change = (more: object) => open({ new: false, ...more })

test('a fund that another process just opened takes gifts at once', async () => {
  // Remembers its funds apart, as another process does.
  const { urgent } = payouts.server.core
  await expect(requireFund(urgent, 'water')).rejects.toMatchObject({ code: 'invalid_input' })
  await open()
  expect(await requireFund(urgent, 'water')).toMatchObject({ title: 'Clean Water', closedAt: null })
  await expectBooksBalance(payouts.server)
})

const KINDS = ['fund', 'committed', 'disbursed', 'lost', 'fees', 'covered']
const balances = async (fund: string) =>
  Object.fromEntries(
    await Promise.all(KINDS.map(async (kind) => [kind, await payouts.balance(`${kind}:${fund}`)] as const)),
  )

test('one proposes a fund, another confirms it, and it is public, open and audited at once', async () => {
  const before = await payouts.server.core.db.$count(sql`ledger_accounts`)
  const refused = await give('water')
  expect(refused.body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'donation_type' }] })
  expect((await payouts.act(halima, '/funds', newFund())).status).toBe(201)
  expect(await published()).toHaveLength(6)
  const { body } = await musa.call('GET', '/api/admin/funds')
  const { proposal } = z.looseObject({ proposal: z.looseObject({ id: z.string() }) }).parse(body)
  expect(proposal).toMatchObject({ may_confirm: true, fund: { key: 'water', title: 'Clean Water', open: true } })
  await payouts.expectRefused(
    () => payouts.act(musa, `/decisions/${proposal.id}/confirmation`),
    'fresh_second_step_needed',
  )
  await payouts.passSecondStep(musa)
  expect((await payouts.act(musa, `/decisions/${proposal.id}/confirmation`)).body).toMatchObject({
    state: 'confirmed',
    subject: 'Clean Water',
  })
  expect((await published()).at(-1)).toMatchObject({
    fund: 'water',
    title: 'Clean Water',
    purpose: 'Digs and repairs wells.',
    icon: 'globe',
    open: true,
    received: 0,
    promised: null,
  })
  expect(await payouts.server.core.db.$count(sql`ledger_accounts`)).toBe(before + 6)
  expect((await readAudit(payouts.server)).filter(({ subject }) => subject === 'fund')).toMatchObject([
    { action: 'fund.proposed', actor_id: halima.userId },
    { action: 'fund.changed', actor_id: musa.userId, after: { title: 'Clean Water', kinds: 'other', open: true } },
  ])
  expect((await give('water')).status).toBe(201)
  await expectBooksBalance(payouts.server)
})

test('a seventh fund has gifts, a refund, an award, a loss and an end, and the books hold it both ways', async () => {
  await open()
  await payouts.fill(30_000, 'water')
  const refunded = await payouts.start(1_000, 'water')
  await payouts.pay(refunded.reference)
  await payouts.verify(refunded)
  payouts.server.clock.advance(minutes(1))
  await payouts.server.control('/refund', { reference: refunded.reference, outcome: 'processed' })
  for (let hour = 0; hour < 4; hour += 1) await payouts.server.pass(hours(1), /^(payments|books|sandbox)/)
  const given = await balances('water')
  expect(given).toMatchObject({ fund: 3_000_000n, committed: 0n, disbursed: 0n, lost: 0n, covered: 0n })
  expect(given['fees']).toBeLessThan(0n)

  ;[halima, musa] = await again()
  const request = await payouts.approved(await newPerson(payouts.server), halima, { application_type: 'other' })
  const award = await payouts.granted(request, 10_000, [halima, musa], 'water')
  const paid = await payouts.released(award.id, 6_000, [halima, musa])
  expect((await payouts.handOver(musa, paid, 6_000)).status).toBe(200)
  expect(await balances('water')).toMatchObject({ fund: 2_000_000n, committed: 400_000n, disbursed: 600_000n })
  await lose(paid)
  expect(await balances('water')).toMatchObject({ committed: 400_000n, disbursed: 0n, lost: 600_000n })
  await expectWatched()
  await change({ open: false })
  const { body } = await halima.call('GET', `/api/admin/applications/${request}`)
  expect(body).toMatchObject({ funds: expect.arrayContaining([expect.objectContaining({ fund: 'water' })]) })
  const left = await payouts.released(award.id, 4_000, [halima, musa])
  expect((await payouts.handOver(musa, left, 4_000)).status).toBe(200)
  expect(await balances('water')).toMatchObject({ committed: 0n, disbursed: 400_000n, lost: 600_000n })
  const { fees = 0n } = await balances('water')
  expect(await moveFund(payouts, [halima, musa], 'water', 'food')).toBe(Number(2_000_000n + fees) / 100)
  expect(await balances('water')).toMatchObject({ fund: -fees, committed: 0n, disbursed: 400_000n, lost: 600_000n })
  expect(await payouts.balance('fund:food')).toBe(2_000_000n + fees)
  await expectWatched([700])
  expect((await published()).find(({ fund }) => fund === 'water')).toMatchObject({ open: false, received: 30_000 })
  await expectBooksBalance(payouts.server)
})

/** Each account is checked against its transfers, in both directions, while it holds something. */
async function expectWatched(changes: readonly number[] = [700, -700]): Promise<void> {
  for (const kind of KINDS)
    for (const kobo of changes) {
      const what = await payouts.server.core.db
        .transaction(async (tx) => {
          await tx.execute(sql`
            do $$ begin
              set local session_replication_role = replica;
              update ledger_balances set balance = balance + ${sql.raw(String(kobo))}
               where account_id = (select id from ledger_accounts where code = '${sql.raw(kind)}:water') and shard = 0;
            end $$`)
          throw new Found((await findDifferences(tx)).map((difference) => difference.what))
        })
        .catch((fault: unknown) => (fault instanceof Found ? fault.what : Promise.reject(fault)))
      expect(what).toContain(`balance of ${kind}:water`)
    }
}

class Found extends Error {
  readonly what: readonly string[]
  constructor(what: readonly string[]) {
    super()
    this.what = what
  }
}

async function again(): Promise<[Administrator, Administrator]> {
  const [first, second] = await payouts.administrators('ladi', 'zainab')
  if (!first || !second) throw new Error('two administrators')
  return [first, second]
}

async function lose(disbursement: string): Promise<void> {
  const proposed = await payouts.act(halima, `/payouts/${disbursement}/lost`, {
    expected_state: 'sent',
    reason: 'The car was robbed.',
  })
  expect([proposed.status, proposed.body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  const { id } = z
    .looseObject({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse((await musa.call('GET', '/api/admin/decisions?group=waiting&kind=write_off')).body).items[0] ?? { id: '' }
  await payouts.passSecondStep(musa)
  expect((await payouts.act(musa, `/decisions/${id}/confirmation`)).body).toMatchObject({ state: 'confirmed' })
}

test('a closed fund takes no new gift, and what was started before arrives, is refunded and can be repeated', async () => {
  await open()
  const key = newKey()
  const started = await give('water', key)
  expect(started.status).toBe(201)
  await change({ open: false })
  const refused = await give('water')
  expect(refused.body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'donation_type' }] })
  expect(await payouts.server.core.db.$count(sql`donations`)).toBe(1)
  expect(await give('water', key)).toMatchObject({ status: 201, body: { reference: started.body['reference'] } })
  const reference = String(started.body['reference'])
  await payouts.pay(reference)
  payouts.server.clock.advance(seconds(10))
  await payouts.server.call('POST', '/functions/v1/verify', { reference })
  expect(await payouts.balance('fund:water')).toBe(150_000n)
  await change({ open: true })
  expect((await give('water')).status).toBe(201)
  await expectBooksBalance(payouts.server)
})

test.each([
  ['a fund that no one changed', sql`update funds set title = 'Relief' where name = 'shelter'`, 'funds shelter: title'],
  ['one that was opened', sql`update funds set pays_for = '[]' where name = 'water'`, 'funds water: pays_for'],
  ['what draws on it', sql`update funds set kinds = '{food}' where name = 'medical'`, 'funds medical: kinds'],
  ['a closed one', sql`update funds set closed_at = null where name = 'food'`, 'funds food: closed_at'],
  ['an open one', sql`update funds set closed_at = now() where name = 'water'`, 'funds water: closed_at'],
  ['one that is gone', sql`delete from funds where name = 'water'`, 'funds water: name'],
  [
    'one that no one opened',
    sql`insert into funds (name, place, title, purpose, icon) values ('wells', 9, 'Wells', 'Wells.', 'globe')`,
    'funds wells: name',
  ],
  ['a change', sql`update fund_changes set title = 'Wells' where fund = 'water'`, 'funds water: title'],
])('changed past the two people, %s is named by the nightly check', async (_, forged, named) => {
  await open()
  await change({ key: 'food', title: 'Food Program', icon: 'bowl', place: 5, kinds: ['food'], open: false })
  expect(await forge(payouts.server, [forged])).toContain(named)
})

test('a receipt keeps the name that its fund had, and other receipts have the new one', async () => {
  const codeOf = async () => String((await give('food')).body['receipt_code'])
  const titleOf = async (code: string) => (await payouts.server.call('GET', `/api/receipts/${code}`)).body['fund_title']
  const before = await codeOf()
  payouts.server.clock.advance(minutes(1))
  await setFund(payouts, [halima, musa], {
    ...newFund({ key: 'food', new: false, title: 'Meals', icon: 'bowl', place: 5, kinds: ['food'] }),
  })
  payouts.server.clock.advance(minutes(1))
  const after = await codeOf()
  expect([await titleOf(before), await titleOf(after)]).toEqual(['Food Program', 'Meals'])
  expect((await published()).find(({ fund }) => fund === 'food')).toMatchObject({ title: 'Meals' })
})

test('no second fund takes the name of one that is being confirmed', async () => {
  const { core, database } = payouts.server
  expect((await payouts.act(halima, '/funds', newFund())).status).toBe(201)
  await payouts.passSecondStep(musa)
  const { id, session } = await onlyRow(
    core.db,
    sql`select proposals.id::text, sessions.id::text as session from proposals, sessions
         where state = 'proposed' and sessions.user_id = ${musa.userId}::uuid order by sessions.created_at desc limit 1`,
    z.object({ id: z.string(), session: z.string() }),
  )
  const by = { userId: musa.userId, role: 'admin', requestId: 'test', sessionId: session } as const
  const second = await raceBehindLock(
    database,
    (tx) => fundDecision(core).confirmIn({ tx, by, now: core.clock.now() }, id),
    () => payouts.act(halima, '/funds', newFund({ key: 'wells', title: 'Clean water' })),
  )
  expect(second.body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'title' }] })
  expect((await published()).filter(({ title }) => title === 'Clean Water')).toHaveLength(1)
  expect((await payouts.act(halima, '/funds', newFund())).body).toMatchObject({ fields: [{ field: 'key' }] })
})

test('a confirmation by someone whom an operator resets at this moment does not wait for that in a circle', async () => {
  const { core, database } = payouts.server
  const proposed = await payouts.act(halima, '/funds', newFund())
  const { proposal } = z.looseObject({ proposal: z.looseObject({ id: z.string() }) }).parse(proposed.body)
  await payouts.passSecondStep(musa)
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Holds up the command between its locks of the account and of the profile.
  const other = core.db.transaction(async (tx) => {
    await tx.execute(sql`select from profiles where user_id = ${musa.userId} for share`)
    held.resolve()
    await goOn.promise
  })
  await held.promise
  const credentials = { passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: false }
  const resetting = makeAdministrator(core, musa.email, credentials, { reset: true })
  await someoneWaits(database.urgent, 1)
  expect((await payouts.act(musa, `/decisions/${proposal.id}/confirmation`)).body).toMatchObject({ state: 'confirmed' })
  goOn.resolve()
  expect(await Promise.all([resetting, other])).toEqual(['reset', undefined])
})

test('a receipt keeps the name that its fund had when it was paid, where the gift was recorded again', async () => {
  const { server } = payouts
  const gift = await payouts.start(2_500, 'food')
  await payouts.pay(gift.reference)
  await losePayments(server)
  server.clock.advance(minutes(1))
  await setFund(payouts, [halima, musa], {
    ...newFund({ key: 'food', new: false, title: 'Meals', icon: 'bowl', place: 5, kinds: ['food'] }),
  })
  await server.pass(minutes(1), MONEY_JOBS)
  await server.pass(seconds(11), MONEY_JOBS)
  const { body } = await server.call('GET', `/api/receipts/${gift.receipt}`)
  expect(body).toMatchObject({ amount: 2_500, status: 'success', fund_title: 'Food Program' })
  await expectBooksBalance(server)
})

test('a gift from a wallet has the name of its fund now, also in a process that knows the one before', async () => {
  const { server } = payouts
  const ada = await newHolder(server)
  await ada.topUp(5_000)
  // Another process has connections, and knows funds, by itself.
  const other = { ...server.core, db: server.core.urgent }
  const gift = { amount: 100_000n, donationType: 'food', message: undefined, termsVersion: undefined }
  const giveThere = () => giveFromWallet(other, ada.userId, gift, crypto.randomUUID())
  const titleOf = async (code: string) => (await server.call('GET', `/api/receipts/${code}`)).body['fund_title']
  const ofDayBefore = (await giveThere()).receiptCode
  server.clock.advance(hours(24))
  await ada.signInAgain()
  ;[halima, musa] = await again()
  const before = await giveThere()
  expect(before.transaction.description).toBe('Gift: Food Program')
  server.clock.advance(minutes(1))
  await setFund(payouts, [halima, musa], {
    ...newFund({ key: 'food', new: false, title: 'Meals', icon: 'bowl', place: 5, kinds: ['food'] }),
  })
  const then = await giveThere()
  expect(then.transaction.description).toBe('Gift: Meals')
  const listed = (await ada.transactions()).map(({ description }) => description)
  expect(listed).toEqual(['Gift: Meals', 'Gift: Food Program', 'Gift: Food Program', 'Wallet Top-up'])
  // A gift from a wallet keeps its day alone: the last name of that day counts.
  const titles = [ofDayBefore, before.receiptCode, then.receiptCode].map(titleOf)
  expect(await Promise.all(titles)).toEqual(['Food Program', 'Meals', 'Meals'])
  await expectBooksBalance(server)
})

test.each([
  ['a key that is taken', newFund({ key: 'food' }), 'invalid_input', 'key'],
  ['a key of other accounts', newFund({ key: 'top_up' }), 'invalid_input', 'key'],
  ['the key of all funds', newFund({ key: 'all' }), 'invalid_input', 'key'],
  ['a name that is taken', newFund({ title: 'food program' }), 'invalid_input', 'title'],
  ['a broken key', newFund({ key: 'Water 2' }), 'invalid_input', 'key'],
  [
    'lines in no order',
    newFund({ pays_for: [5, 5].map((from) => ({ from, pays: 'a cup' })) }),
    'invalid_input',
    'pays_for',
  ],
  ['a new fund that is closed', newFund({ open: false }), 'invalid_input', 'open'],
  ['the end of the general fund', newFund({ key: 'general', new: false, open: false }), 'invalid_input', 'open'],
  ['a fund on which no request draws', newFund({ kinds: [] }), 'invalid_input', 'kinds'],
  ['a change of an unknown fund', newFund({ new: false }), 'not_found', undefined],
])('%s is refused, and nothing changes', async (_name, body, code, field) => {
  const rows = () => payouts.server.core.db.$count(sql`proposals`)
  const before = await rows()
  const answer = await payouts.act(halima, '/funds', body)
  expect(answer.body).toMatchObject({ code, ...(field && { fields: [{ field }] }) })
  expect(await rows()).toBe(before)
})

test('finance proposes and does not confirm, and the database keeps funds and their history', async () => {
  const femi = await newAdministrator(payouts.server, 'femi', ['finance'])
  const caller = await newAdministrator(payouts.server, 'sani', ['caller'])
  expect((await payouts.act(caller, '/funds', newFund())).body).toMatchObject({ code: 'role_needed' })
  await setFund(payouts, [femi, musa], newFund())
  for (const statement of [
    sql`delete from funds where name = 'water'`,
    sql`update funds set name = 'wells' where name = 'water'`,
    sql`update fund_changes set title = 'Wells'`,
    sql`delete from fund_changes`,
  ])
    expect(await payouts.refusedByDatabase(statement)).toBe('TK001')
  expect(await payouts.refusedByDatabase(sql`update funds set closed_at = now() where name = 'general'`)).toBe('23514')
})
