import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { borrowDatabase } from '../../test/support/shared-database.ts'
import { codeOf, isUniqueViolation } from '../lib/db/errors.ts'
import { onlyRow, type Database } from '../lib/db/db.ts'
import { accounts, fundAccounts } from './accounts.ts'
import { postTransfers, readBalances, type Transfer } from './ledger.ts'
import { advanceCheckpoint, compareBalances, recheckCheckpoints } from './self-check.ts'

const at = new Date('2026-01-15T09:00:00Z')
let database: Database
let counter = 0
beforeAll(async () => {
  database = await borrowDatabase()
})
afterAll(() => database.close())

function gift(amount: bigint, fund = fundAccounts.general): Transfer {
  counter += 1
  return {
    key: `gift:test-${counter}`,
    debit: accounts.provider,
    credit: fund,
    amount,
    purpose: 'gift',
    gifts: 1,
    occurredAt: at,
  }
}

const post = (transfers: Transfer[]) => database.db.transaction((tx) => postTransfers(tx, transfers, at))

async function expectLedgerBalances() {
  expect([...(await compareBalances(database.db)), ...(await recheckCheckpoints(database.db))]).toEqual([])
}

describe('the ledger', () => {
  test('moves what is posted, from one account to the other, and counts gifts in their fund', async () => {
    const before = await readBalances(database.db, [accounts.provider, fundAccounts.food])
    await post([gift(150_000n, fundAccounts.food)])
    const balances = await readBalances(database.db, [accounts.provider, fundAccounts.food])
    expect((balances.get(fundAccounts.food)?.balance ?? 0n) - (before.get(fundAccounts.food)?.balance ?? 0n)).toBe(
      150_000n,
    )
    expect(balances.get(fundAccounts.food)?.gifts).toBe(1n)
    expect((balances.get(accounts.provider)?.balance ?? 0n) - (before.get(accounts.provider)?.balance ?? 0n)).toBe(
      -150_000n,
    )
    await expectLedgerBalances()
  })

  test('takes a key once, and keeps nothing of a post that repeats one', async () => {
    const once = gift(100n)
    await post([once])
    const before = await readBalances(database.db, [fundAccounts.general])
    const again = post([gift(500n), once])
    await expect(again).rejects.toSatisfy((error) => isUniqueViolation(error, 'transfers_key_taken'))
    expect(await readBalances(database.db, [fundAccounts.general])).toEqual(before)
    await expectLedgerBalances()
  })

  test('any sequence of posts leaves all balances summing to zero and equal to their transfers', async () => {
    const account = fc.constantFrom(accounts.provider, accounts.fees, accounts.suspense, ...Object.values(fundAccounts))
    const transfer = fc
      .tuple(account, account, fc.bigInt({ min: 1n, max: 1_000_000_000n }))
      .filter(([debit, credit]) => debit !== credit)
    await fc.assert(
      fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 6 }), fc.boolean(), async (drawn, checkpoint) => {
        await post(drawn.map(([debit, credit, amount]) => ({ ...gift(amount), debit, credit })))
        if (checkpoint) await advanceCheckpoint(database.db)
        const balances = await readBalances(database.db, [...Object.values(accounts), ...Object.values(fundAccounts)])
        expect([...balances.values()].reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
        expect(await compareBalances(database.db)).toEqual([])
      }),
      { numRuns: 40 },
    )
    await expectLedgerBalances()
  })

  test.each([
    ['a change of a transfer', 'TK001', sql`update transfers set amount = amount + 1`],
    ['the removal of a transfer', 'TK001', sql`delete from transfers`],
    ['emptying the transfers', 'TK001', sql`truncate transfers`],
    ['a change of a balance', 'TK002', sql`update ledger_balances set balance = balance + 1`],
    ['a balance of its own', 'TK002', sql`insert into ledger_balances (account_id, shard) values (1, 99)`],
    ['the removal of a balance', 'TK002', sql`delete from ledger_balances`],
    ['a change of an account', 'TK001', sql`update ledger_accounts set floor_zero = false`],
    [
      'an account that does not exist',
      'TK003',
      sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
      values (gen_random_uuid(), 'nowhere', 1, 999999, 1, 'gift', now(), now())`,
    ],
    [
      'a transfer of nothing',
      '23514',
      sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
      values (gen_random_uuid(), 'nothing', 1, 11, 0, 'gift', now(), now())`,
    ],
    [
      'a transfer of two gifts',
      '23514',
      sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
      values (gen_random_uuid(), 'two gifts', 1, 11, 100, 'gift', 2, now(), now())`,
    ],
    [
      'a transfer from an account to itself',
      '23514',
      sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
      values (gen_random_uuid(), 'circle', 11, 11, 100, 'gift', now(), now())`,
    ],
  ])('the database refuses %s', async (_name, code, statement) => {
    await post([gift(1000n)])
    await expect(database.db.execute(statement)).rejects.toSatisfy((error) => codeOf(error) === code)
    await expectLedgerBalances()
  })

  test('a checkpoint takes over what was posted before it, once', async () => {
    const kept = async () => {
      const sum = sql`select coalesce(sum(balance), 0)::text as balance from ledger_checkpoints where account_id = ${fundAccounts.shelter}`
      return (await onlyRow(database.db, sum, z.object({ balance: z.string() }))).balance
    }
    await advanceCheckpoint(database.db)
    const before = BigInt(await kept())
    await post([gift(300n, fundAccounts.shelter)])
    await advanceCheckpoint(database.db)
    expect(BigInt(await kept())).toBe(before + 300n)
    await advanceCheckpoint(database.db)
    expect(BigInt(await kept())).toBe(before + 300n)
    await expectLedgerBalances()
  })

  test('an account that must not go below zero does not', async () => {
    await database.db.execute(
      sql`insert into ledger_accounts (id, code, kind, shards, floor_zero) values (900, 'wallet:test', 'wallet', 1, true)`,
    )
    await post([{ ...gift(1000n), credit: 900n, purpose: 'top_up', gifts: 0 }])
    await expect(
      post([{ ...gift(1001n), debit: 900n, credit: fundAccounts.general, purpose: 'wallet_gift' }]),
    ).rejects.toSatisfy((error) => codeOf(error) === '23514')
    expect((await readBalances(database.db, [900n])).get(900n)?.balance).toBe(1000n)
    await expectLedgerBalances()
  })

  test('the self-check finds a balance that was changed with the triggers off', async () => {
    await database.db.execute(sql`alter table ledger_balances disable trigger user`)
    await database.db.execute(sql`update ledger_balances set balance = balance + 7 where account_id = 11 and shard = 0`)
    expect((await compareBalances(database.db)).map(({ what }) => what)).toEqual(['balance of fund:general'])
    await database.db.execute(sql`update ledger_balances set balance = balance - 7 where account_id = 11 and shard = 0`)
    await database.db.execute(sql`alter table ledger_balances enable trigger user`)
    await expectLedgerBalances()
  })
})
