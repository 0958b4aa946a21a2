/** Pieces of the nightly check: a difference is found wherever a piece begins or ends, and a gift paid meanwhile is none. */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isNightly } from '../../../test/support/nightly.ts'
import { moneyWorld, type MoneyWorld } from '../../../test/support/money-world.ts'
import { newKey } from '../../../test/support/server.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { findDifferences } from './books.ts'
import { compareAccounts } from './entries.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await moneyWorld()
}, 120_000)
afterAll(() => world.close())

class Undone extends Error {}

/** Makes each change alone, with all triggers off. @returns the differences after each */
async function findAfter(changes: readonly SQL[], rowsPerPiece: number, look = findDifferences): Promise<string[][]> {
  const found: string[][] = []
  const looked = world.server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const change of changes) {
      const alone = tx.transaction(async (savepoint: Tx) => {
        await savepoint.execute(change)
        found.push((await look(savepoint, rowsPerPiece)).map(({ what }) => what))
        throw new Undone()
      })
      await expect(alone).rejects.toThrow(Undone)
    }
    throw new Undone()
  })
  await expect(looked).rejects.toThrow(Undone)
  return found
}

/** Every transfer that names a row, in the order of the pieces, with how a difference names that row. */
const readTransfers = () =>
  rows(
    world.server.core.db,
    sql`select transfers.id::text, key, coalesce('wallet_transactions ' || gift.id, 'payment_attempts ' || split_part(key, ':', 2)) as row
          from transfers left join wallet_transactions as gift on 'wallet_gift:' || gift.reference = key
         where purpose in ('gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement')
           and key not like 'fee_assigned:%' order by transfers.id`,
    z.object({ id: z.string(), key: z.string(), row: z.string() }),
  )

const names = (found: readonly string[] | undefined, start: string) =>
  found?.some((what) => what.startsWith(start)) === true

describe.each(isNightly ? [2, 3] : [3])('in pieces of %d rows', { timeout: 120_000 }, (rowsPerPiece) => {
  test('books that are right have no difference', async () => {
    expect(await findDifferences(world.server.core.db, rowsPerPiece)).toEqual([])
  })

  test('a row without its transfer is named', async () => {
    const transfers = await readTransfers()
    expect(transfers.length).toBeGreaterThan(20)
    const found = await findAfter(
      transfers.map(({ id }) => sql`delete from transfers where id = ${id}::uuid`),
      rowsPerPiece,
    )
    expect(transfers.filter(({ row }, at) => !names(found[at], row))).toEqual([])
  })

  test('a transfer without its row is named', async () => {
    const transfers = await readTransfers()
    const found = await findAfter(
      transfers.map(
        ({ id }) =>
          sql`update transfers set key = split_part(key, ':', 1) || ':made-up-' || substr(key, 1 + length(split_part(key, ':', 1)))
               where id = ${id}::uuid`,
      ),
      rowsPerPiece,
    )
    const isMissed = ({ key, row }: (typeof transfers)[number], at: number) =>
      !names(found[at], row) || !names(found[at], `transfers ${key.replace(':', ':made-up-:')}: reference`)
    expect(transfers.filter(isMissed)).toEqual([])
  })

  test('a transfer that is booked twice, far from the first, is named', async () => {
    const transfers = await readTransfers()
    const ends = ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff']
    const found = await findAfter(
      transfers.map(
        ({ id }, at) => sql`
          insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
          select ${ends[at % 2]}::uuid, key || ':again', debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at
            from transfers where id = ${id}::uuid`,
      ),
      rowsPerPiece,
    )
    expect(transfers.filter(({ key }, at) => !names(found[at], `transfers ${key}:again: reference`))).toEqual([])
  })

  test('an account that is missing, renamed or without its balance is named', async () => {
    const accounts = await rows(
      world.server.core.db,
      sql`select id::text, code from ledger_accounts order by id`,
      z.object({ id: z.string(), code: z.string() }),
    )
    const found = await findAfter(
      accounts.flatMap(({ id }) => [
        sql`delete from ledger_accounts where id = ${id}::bigint`,
        sql`update ledger_accounts set code = code || '-other' where id = ${id}::bigint`,
        sql`delete from ledger_balances where account_id = ${id}::bigint`,
      ]),
      rowsPerPiece,
      (db) => compareAccounts(db, { rowsPerPiece }),
    )
    const missed = accounts.flatMap(({ id, code }, at) => {
      const named = [
        [`the account ${code}: code`, `wallets of the account ${id}: code`],
        [`ledger_accounts ${code}-other: code`],
        [`ledger_accounts ${code}: shards`],
      ]
      return named.filter((what, change) => found[at * 3 + change]?.some((each) => what.includes(each)) !== true)
    })
    expect(missed).toEqual([])
  })

  test('a gift from a wallet with another amount is missing in the sum of its fund', async () => {
    const gifts = await rows(
      world.server.core.db,
      sql`select id::text from donations where intent_id is null order by id`,
      z.object({ id: z.string() }),
    )
    const found = await findAfter(
      gifts.map(({ id }) => sql`update donations set amount = amount + 100 where id = ${id}::uuid`),
      rowsPerPiece,
    )
    expect(gifts.length).toBeGreaterThan(1)
    expect(found.filter((each) => !names(each, 'donations of the fund'))).toEqual([])
  })
})

test('gifts that arrive while the pieces are read are no difference', { timeout: 60_000 }, async () => {
  const { server } = world
  const give = async () => {
    const { body } = await server.call('POST', '/api/donations', { amount: 900, donation_type: 'food' }, newKey())
    const reference = String(body['reference'])
    await server.control('/pay', { reference, silently: true })
    await server.call('POST', '/functions/v1/verify', { reference })
  }
  const given = (async () => {
    for (let each = 0; each < 30; each += 1) await give()
  })()
  let isDone = false
  const ended = given.finally(() => (isDone = true))
  do expect(await findDifferences(server.core.db, 1)).toEqual([])
  while (!isDone)
  await ended
  expect(await findDifferences(server.core.db, 1)).toEqual([])
})
