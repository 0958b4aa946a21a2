import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { borrowDatabase } from '../../../test/support/shared-database.ts'
import { codeOf, isUniqueViolation } from '../../platform/db/errors.ts'
import { onlyRow, type Database } from '../../platform/db/db.ts'
import { accounts } from './accounts.ts'
import { adoptCluster, restartWatermark } from './cluster.ts'
import { postTransfers, readBalances, type Transfer } from './ledger.ts'
import { advanceCheckpoint, compareBalances, recheckCheckpoints } from './self-check.ts'

/** As the migrations number them. */
const fundAccounts = { general: 11n, shelter: 14n, food: 15n }
const feesAccounts = { food: 35n }

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
  expect([...(await compareBalances(database.db, 'all')), ...(await recheckCheckpoints(database.db))]).toEqual([])
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
    const account = fc.constantFrom(
      accounts.provider,
      accounts.unassignedFees,
      feesAccounts.food,
      accounts.suspense,
      ...Object.values(fundAccounts),
    )
    const transfer = fc
      .tuple(account, account, fc.bigInt({ min: 1n, max: 1_000_000_000n }))
      .filter(([debit, credit]) => debit !== credit)
    await fc.assert(
      fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 6 }), fc.boolean(), async (drawn, checkpoint) => {
        await post(drawn.map(([debit, credit, amount]) => ({ ...gift(amount), debit, credit })))
        if (checkpoint) await advanceCheckpoint(database.db)
        const all = [accounts, feesAccounts, fundAccounts].flatMap((group) => Object.values(group))
        const balances = await readBalances(database.db, all)
        expect([...balances.values()].reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
        expect(await compareBalances(database.db, 'moved')).toEqual([])
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
    ['the removal of a fund', 'TK001', sql`delete from funds where name = 'shelter'`],
    ['emptying the funds', 'TK001', sql`truncate funds cascade`],
    ['gifts to an unknown fund', '23503', sql`insert into monthly_gifts values ('war', '2026-01-01', 0, 0)`],
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
    // A checkpoint waits for every open transaction of the PostgreSQL server, those of other tests too.
    const shelter = async () =>
      (await readBalances(database.db, [fundAccounts.shelter])).get(fundAccounts.shelter)?.balance
    const advanced = async () => {
      await advanceCheckpoint(database.db)
      return BigInt(await kept())
    }
    const before = (await shelter()) ?? 0n
    await expect.poll(advanced).toBe(before)
    await post([gift(300n, fundAccounts.shelter)])
    await expect.poll(advanced).toBe(before + 300n)
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

  test('the database refuses a balance changed by a trigger of another table', async () => {
    await database.db.execute(sql`
      do $$ begin
        create table others (id integer);
        create function change_a_balance() returns trigger language plpgsql as
          'begin update ledger_balances set balance = balance + 7 where account_id = 11; return null; end';
        create trigger others_change after insert on others for each row execute function change_a_balance();
      end $$`)
    const changed = database.db.execute(sql`insert into others values (1)`)
    await expect(changed).rejects.toSatisfy((error) => codeOf(error) === 'TK002')
    await database.db.execute(sql`drop table others`)
    await database.db.execute(sql`drop function change_a_balance`)
    await expectLedgerBalances()
  })

  test('the database refuses a balance changed by a statement that claims to be the ledger', async () => {
    const changed = database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('ledger.applying', 'on', true)`)
      await tx.execute(sql`update ledger_balances set balance = balance + 7 where account_id = 11`)
    })
    await expect(changed).rejects.toSatisfy((error) => codeOf(error) === 'TK002')
    await expectLedgerBalances()
  })

  test('the watermark never moves back', async () => {
    await advanceCheckpoint(database.db)
    // As another check left it, which had a newer snapshot.
    await database.db.execute(
      sql`update book_checks set watermark = (pg_current_xact_id()::text::bigint + 1000)::text::xid8 where scope = 'recent'`,
    )
    const watermark = async () =>
      onlyRow(
        database.db,
        sql`select watermark::text from book_checks where scope = 'recent'`,
        z.object({ watermark: z.string() }),
      )
    const before = await watermark()
    await advanceCheckpoint(database.db)
    expect(await watermark()).toEqual(before)
    await database.db.transaction(restartWatermark)
    await expectLedgerBalances()
  })

  test('in another cluster the check begins anew, and stays even', async () => {
    await post([gift(500n, fundAccounts.shelter)])
    await adoptCluster(database.db)
    // As a dump of a cluster that has counted much further is restored: watermark, checkpoints and transfers come with it.
    await advanceCheckpoint(database.db)
    await database.db.execute(sql`alter table transfers disable trigger user`)
    await database.db.execute(sql`update transfers set transaction_id = '900000000000'`)
    await database.db.execute(sql`alter table transfers enable trigger user`)
    await database.db.execute(sql`update book_checks set cluster = 'another', watermark = '900000000001'`)
    await adoptCluster(database.db)
    await post([gift(700n, fundAccounts.shelter)])
    await expectLedgerBalances()
    await advanceCheckpoint(database.db)
    await post([gift(900n, fundAccounts.shelter)])
    await expectLedgerBalances()
    await advanceCheckpoint(database.db)
    await expectLedgerBalances()
  })

  test('the nightly check finds money in a wallet that nothing moves', async () => {
    await database.db.execute(
      sql`insert into ledger_accounts (id, code, kind, shards, floor_zero) values (1901, 'wallet:idle-too', 'wallet', 1, true)`,
    )
    const change = (by: number) =>
      database.db.execute(sql`
        do $$ begin
          set local session_replication_role = replica;
          update ledger_balances set balance = balance + ${sql.raw(String(by))} where account_id = 1901;
        end $$`)
    await change(7)
    expect(await compareBalances(database.db, 'moved')).toEqual([])
    expect((await compareBalances(database.db, 'all')).map(({ what }) => what)).toEqual(['balance of wallet:idle-too'])
    await change(-7)
    await expectLedgerBalances()
  })

  test('the self-check finds a balance that was changed with the triggers off', async () => {
    await database.db.execute(sql`alter table ledger_balances disable trigger user`)
    await database.db.execute(sql`update ledger_balances set balance = balance + 7 where account_id = 11 and shard = 0`)
    expect((await compareBalances(database.db, 'moved')).map(({ what }) => what)).toEqual(['balance of fund:general'])
    await database.db.execute(sql`update ledger_balances set balance = balance - 7 where account_id = 11 and shard = 0`)
    await database.db.execute(sql`alter table ledger_balances enable trigger user`)
    await expectLedgerBalances()
  })
})
