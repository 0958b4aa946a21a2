/** A transfer from our bank into our balance at the provider is booked once both show it. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { forge } from '../../../test/support/forging.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { accounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox|books)/

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const promised = await promiseToAccount(payouts)
  ;({ halima, musa } = promised)
  // Before the first payment nothing is compared.
  const { id } = lastOf(awardIn(await payouts.disburse(halima, promised.award.id, 20_000, { kind: 'bank' })))
  await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
  for (const wait of [0, seconds(6), seconds(11), minutes(15)]) await payouts.server.pass(wait, JOBS)
})

const Differences = z.object({
  differences: z.array(
    z.looseObject({ id: z.string(), kind: z.string(), subject: z.string(), ledger: z.number(), provider: z.number() }),
  ),
})
const listed = async (path: string, kind: string) =>
  Differences.parse((await musa.call('GET', `/api/admin/books/${path}`)).body).differences.filter(
    (difference) => difference.kind === kind,
  )
const movements = () => listed('match', 'movement')
const lines = () => listed('bank', 'bank_line')
/** In naira. */
const topUp = async (amount: number) => {
  await payouts.server.control('/top_up', { amount: amount * 100 })
  await payouts.server.pass(minutes(6), JOBS)
}
/** A statement of payments out of our bank, in naira, on days counted from today. */
const upload = (...paid: readonly (readonly [days: number, amount: number])[]) => {
  const rows = paid.map(([days, amount], n) => {
    const [year, month, day] = new Date(payouts.server.clock.now().getTime() + hours(1 + 24 * days))
      .toISOString()
      .slice(0, 10)
      .split('-')
    return `${day}/${month}/${year},TRANSFER ${n},${amount},\n`
  })
  const content = Buffer.from(['Date,Narration,Debit,Credit\n', ...rows].join('')).toString('base64')
  return musa.call('POST', '/api/admin/books/bank/statements', { bank: 'GTBank', content })
}
/** Sessions of administrators end meanwhile. */
const passHours = async (count: number) => {
  await payouts.server.pass(hours(count), JOBS)
  musa = await signInAdministrator(payouts.server, 'musa')
  halima = await signInAdministrator(payouts.server, 'halima')
}
async function held() {
  const { provider, bank } = accounts
  const balances = await readBalances(payouts.server.core.db, [provider, bank])
  return [provider, bank].map((account) => -(balances.get(account)?.balance ?? 0n))
}
const Rows = z.object({ count: z.number() })
const booked = async () =>
  (await onlyRow(payouts.server.core.db, sql`select count(*)::int as count from balance_top_ups`, Rows)).count

test('a top-up is listed, and booked once when the bank shows it too', async () => {
  const [provider = 0n, bank = 0n] = await held()
  await topUp(5_000)
  expect(await movements()).toMatchObject([{ ledger: 0, provider: 5_000 }])
  expect(await held()).toEqual([provider, bank])
  expect((await upload([-1, 5_000], [0, 75])).body).toMatchObject({ lines_added: 2, lines_matched: 1 })
  expect(await held()).toEqual([provider + 500_000n, bank - 500_000n])
  expect(await movements()).toEqual([])
  expect(await lines()).toHaveLength(1)
  await passHours(2)
  // Every movement is read again.
  await payouts.server.pass(minutes(6), JOBS)
  expect(await movements()).toEqual([])
  expect([await booked(), await held()]).toEqual([1, [provider + 500_000n, bank - 500_000n]])
  const change = sql`update balance_top_ups set amount = amount + 1`
  expect(await payouts.refusedByDatabase(change)).toBe('TK001')
  expect(await payouts.refusedByDatabase(sql`delete from balance_top_ups`)).toBe('TK001')
  expect(await forge(payouts.server, [change])).toContainEqual(expect.stringMatching(/^balance_top_ups .*: amount$/))
  expect(
    await forge(payouts.server, [sql`update balance_top_ups set occurred_at = occurred_at - interval '1 day'`]),
  ).toContainEqual(expect.stringMatching(/^balance_top_ups .*: occurred_at$/))
})

test('a line of the bank that comes first waits for the provider', async () => {
  await upload([0, 5_000])
  expect(await lines()).toHaveLength(1)
  await topUp(5_000)
  await passHours(1)
  expect([await booked(), await movements(), await lines()]).toEqual([1, [], []])
})

test('nothing is booked for another amount, another time, or where there is a choice', async () => {
  await topUp(5_000)
  const before = await held()
  await upload([0, 4_999], [-6, 5_000])
  expect([await booked(), await held()]).toEqual([0, before])
  await upload([0, 5_000], [-1, 5_000])
  expect([await booked(), await held()]).toEqual([0, before])
  expect(await movements()).toHaveLength(1)
  // Two people explain one of the lines, which leaves one choice.
  const today = payouts.server.clock.now().toISOString().slice(0, 10)
  const line = (await lines()).find(({ subject, provider }) => subject.includes(today) && provider === -5_000)
  const proposed = await payouts.act(musa, `/books/differences/${line?.id}/closing`, {
    ending: 'own_money',
    reason: 'Rent of the office.',
  })
  const { id } = z.object({ id: z.string() }).parse(proposed.body)
  expect((await payouts.act(halima, `/decisions/${id}/confirmation`)).status).toBe(200)
  await passHours(1)
  expect([await booked(), await movements()]).toEqual([1, []])
})

test('what two people have explained is not booked afterwards', async () => {
  await topUp(5_000)
  const [movement] = await movements()
  const proposed = await payouts.act(musa, `/books/differences/${movement?.id}/closing`, {
    ending: 'own_money',
    reason: 'A gift of the provider.',
  })
  const { id } = z.object({ id: z.string() }).parse(proposed.body)
  expect((await payouts.act(halima, `/decisions/${id}/confirmation`)).status).toBe(200)
  await upload([0, 5_000])
  expect([await booked(), (await lines()).length]).toEqual([0, 1])
})
