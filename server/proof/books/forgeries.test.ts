/** Forgeries that keep every sum right, each made with all triggers off: the next nightly check names the row. */
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { forge } from '../../../test/support/forging.ts'
import { newKey } from '../../../test/support/server.ts'
import { freezeWallet, useWallets, type Person } from '../../../test/support/wallet.ts'

const wallets = useWallets()
let amina: Person
let bello: Person
beforeEach(async () => {
  amina = await wallets.person()
  bello = await wallets.person()
})

const forged = (...changes: SQL[]) => forge(wallets.server, changes)

/** An entry that moves money between two accounts, with their balances. */
function entry(key: string, purpose: string, debit: SQL, credit: SQL) {
  return [
    sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
        values (gen_random_uuid(), ${key}, ${debit}, ${credit}, 5000, ${purpose}, now(), now())`,
    sql`update ledger_balances set balance = balance - 5000 where account_id = ${debit} and shard = 0`,
    sql`update ledger_balances set balance = balance + 5000 where account_id = ${credit} and shard = 0`,
  ]
}
const walletOf = ({ userId }: Person) => sql`(select account_id from wallets where user_id = ${userId})`
const SUSPENSE = sql`3::bigint`
const LOSS = sql`4::bigint`
const FEES = sql`2::bigint`

async function gift(amount: number, paid?: number): Promise<string> {
  const { body } = await wallets.server.call('POST', '/api/donations', { amount, donation_type: 'food' }, newKey())
  const reference = String(body['reference'])
  if (paid !== undefined) await wallets.server.control('/switches', { reference, amountPaid: paid })
  await wallets.pay(reference)
  await wallets.verify(reference)
  return reference
}

test('wallet to wallet', async () => {
  await amina.topUp(1000)
  await bello.topUp(1000)
  expect(await forged(...entry('wallet_gift:made-up', 'wallet_gift', walletOf(amina), walletOf(bello)))).toContain(
    'transfers wallet_gift:made-up: accounts',
  )
})

test.each([
  ['fees', FEES],
  ['loss', LOSS],
])('suspense to %s', async (_to, account) => {
  await gift(900, 100_000)
  expect(await forged(...entry('mismatch:made-up', 'mismatch', SUSPENSE, account))).toContain(
    'transfers mismatch:made-up: accounts',
  )
})

test('what was paid and what was refunded, both raised', async () => {
  const reference = await gift(900)
  const found = await forged(
    sql`update payment_attempts set amount_paid = amount_paid + 5000, amount_refunded = 5000 where reference = ${reference}`,
  )
  expect(found.filter((what) => what.startsWith('payment_attempts'))).toEqual([
    `payment_attempts ${reference}: amount_paid`,
    `payment_attempts ${reference}: amount_refunded`,
  ])
})

test('another amount of an intent', async () => {
  const reference = await gift(900)
  const intent = sql`(select intent_id from payment_attempts where reference = ${reference})`
  const changed = await forged(sql`update payment_intents set amount = amount + 100 where id = ${intent}`)
  expect(changed.some((what) => /^payment_intents .*: amount$/.test(what))).toBe(true)
  const both = await forged(
    sql`update payment_intents set amount = amount + 100 where id = ${intent}`,
    sql`update donations set amount = amount + 100 where intent_id = ${intent}`,
  )
  expect(both.some((what) => /^payment_intents .*: amount$/.test(what))).toBe(true)
})

test.each(['returned', 'paid'])('a review that someone ended by hand: %s', async (status) => {
  const reference = await gift(900, 100_000)
  const end = sql`update payment_attempts set status = ${status} where reference = ${reference}`
  expect(await forged(end)).toContain(`payment_attempts ${reference}: status`)
})

test('a review that someone ended by hand, with the entry that two people would have made', async () => {
  const reference = await gift(900, 100_000)
  const found = await forged(
    sql`update payment_attempts set status = 'returned', amount_refunded = amount_paid, reversals = 1, amount_suspended = 0 where reference = ${reference}`,
    sql`update payment_intents set status = 'failed' where status = 'needs_review'`,
    sql`update donations set status = 'failed' where status = 'pending'`,
    sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
        values (gen_random_uuid(), ${`refund:${reference}:1`}, 3, 1, 100000, 'refund', now(), now())`,
    sql`update ledger_balances set balance = balance - 100000 where account_id = 3`,
    sql`update ledger_balances set balance = balance + 100000 where account_id = 1 and shard = 0`,
  )
  expect(found).toEqual([`payment_attempts ${reference}: status`])
})

test('a top-up of one person credited to another', async () => {
  const reference = await amina.topUp(1000)
  await bello.topUp(1000)
  const key = `top_up:${reference}`
  const found = await forged(
    sql`update transfers set credit_account = ${walletOf(bello)} where key = ${key}`,
    sql`update ledger_balances set balance = balance - 100000 where account_id = ${walletOf(amina)}`,
    sql`update ledger_balances set balance = balance + 100000 where account_id = ${walletOf(bello)}`,
  )
  expect(found.some((what) => /^wallet_transactions .*: wallet_id$/.test(what))).toBe(true)
})

test.each(['cover', 'repaid'])('a loss that someone settled by hand: %s', async (choice) => {
  const wallet = await freezeWallet(wallets, amina)
  const column = choice === 'cover' ? sql`amount_covered` : sql`amount_repaid`
  const found = await forged(
    sql`update wallet_transactions set ${column} = amount_lost, amount_lost = 0 where amount_lost > 0`,
    sql`insert into loss_settlements (proposal_id, wallet_id, choice, amount, booked_at)
        values ('11111111-1111-4111-8111-111111111111', ${wallet}::uuid, ${choice}, 120000, now())`,
  )
  const settlement = 'loss_settlements 11111111-1111-4111-8111-111111111111'
  expect(found).toEqual(expect.arrayContaining([`${settlement}: amount`, `${settlement}: decided by two people`]))
})
