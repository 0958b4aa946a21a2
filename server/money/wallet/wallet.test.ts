import { sql, TransactionRollbackError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useWallets } from '../../../test/support/wallet.ts'
import { codeOf, isCheckViolation } from '../../platform/db/errors.ts'
import { rows } from '../../platform/db/db.ts'

const wallets = useWallets()

describe('a wallet', () => {
  test('exists from the first read, empty', async () => {
    const ada = await wallets.person()
    const first = await ada.call('GET', '/api/wallet')
    expect(first).toMatchObject({ status: 200, body: { user_id: ada.userId, balance: 0, frozen: false } })
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect((await ada.call('GET', '/api/wallet')).body).toEqual(first.body)
    expect(await ada.transactions()).toEqual([])
  })

  test('is created once, also when ten first reads arrive at once', async () => {
    const ada = await wallets.person()
    const reads = await Promise.all(Array.from({ length: 10 }, () => ada.call('GET', '/api/wallet')))
    expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(reads.map(({ body }) => body['id'])).size).toBe(1)
    const accounts = sql`select code from ledger_accounts where code = ${`wallet:${ada.userId}`}`
    expect(await rows(wallets.server.core.db, accounts, z.unknown())).toHaveLength(1)
  })

  test('is private: no other user reads its balance or transactions, or resumes its top-ups', async () => {
    const [ada, bello] = [await wallets.person(), await wallets.person()]
    await ada.topUp(500)
    const { reference } = await ada.begin(700)
    expect(await bello.balance()).toBe(0)
    expect(await bello.transactions()).toEqual([])
    expect(await bello.transactions(`?search=${reference}`)).toEqual([])
    expect(await bello.call('POST', `/api/wallet/top-ups/${reference}/resume`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await wallets.server.call('GET', '/api/wallet')).toMatchObject({ status: 401 })
  })
})

describe('the database refuses', () => {
  test.each([
    ['a balance without a transfer', 'TK002', sql`update ledger_balances set balance = 1 where account_id >= 1000`],
    ['a changed transfer', 'TK001', sql`update transfers set amount = 1 where purpose = 'top_up'`],
    ['the removal of a transfer', 'TK001', sql`delete from transfers where purpose = 'top_up'`],
    ['another amount of a transaction', 'TK001', sql`update wallet_transactions set amount = 1`],
    [
      'a completed transaction that is pending again',
      'TK001',
      sql`update wallet_transactions set status = 'pending', completed_at = null`,
    ],
    ['the removal of a transaction', 'TK001', sql`delete from wallet_transactions`],
    ['emptying the transactions', 'TK001', sql`truncate wallet_transactions`],
    ['a wallet with another account', 'TK001', sql`update wallets set account_id = 1`],
    ['the removal of a wallet', 'TK001', sql`delete from wallets`],
    ['a transaction of another kind', 'TK001', sql`update wallet_transactions set kind = 'refund', type = 'debit'`],
    [
      'a gift that adds to the balance',
      '23514',
      sql`insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status,
                                           idempotency_key_hash, request_hash, created_at)
          select gen_random_uuid(), wallet_id, 'gift', 'credit', amount, description, reference || '-gift', 'pending', '', '', created_at
            from wallet_transactions`,
    ],
    [
      'a gift with a payment',
      '23514',
      sql`insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, intent_id,
                                           idempotency_key_hash, request_hash, created_at)
          select gen_random_uuid(), wallet_id, 'gift', 'debit', amount, description, reference || '-gift', 'pending', intent_id, '', '', created_at
            from wallet_transactions`,
    ],
    ['more lost than was taken back', '23514', sql`update wallet_transactions set amount_lost = 1`],
  ])('%s', async (_what, code, statement) => {
    const ada = await wallets.person()
    await ada.topUp(500)
    await expect(wallets.server.core.db.execute(statement)).rejects.toSatisfy((error) => codeOf(error) === code)
    expect(await ada.balance()).toBe(500)
  })

  const INTO_BOTH = {
    payment_attempts: (reference: string) => sql`update payment_attempts set reference = ${reference}`,
    wallet_transactions: (reference: string) =>
      sql`insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, intent_id, created_at)
          select gen_random_uuid(), wallet_id, kind, type, amount, description, ${reference}, 'pending', gen_random_uuid(), created_at
            from wallet_transactions`,
  }
  test.each([
    ['fifteen characters', 'a'.repeat(15)],
    ['fifty-one', 'a'.repeat(51)],
    ['none', ''],
    ['a capital', 'Reference-000000001'],
    ['a space', 'reference 000000001'],
    ['a second line', 'reference-000000001\n'],
  ])('a reference of %s, of a payment and of a transaction', async (_what, reference) => {
    const ada = await wallets.person()
    await ada.topUp(500)
    for (const [table, write] of Object.entries(INTO_BOTH)) {
      await expect(wallets.server.core.db.execute(write(reference))).rejects.toSatisfy((error) =>
        isCheckViolation(error, `${table}_reference_check`),
      )
    }
    expect(await ada.balance()).toBe(500)
    expect(await ada.transactions()).toHaveLength(1)
  })

  test.each([16, 50])('no reference of %i characters', async (length) => {
    const ada = await wallets.person()
    await ada.topUp(500)
    const reference = 'a-1'.padEnd(length, 'z')
    await expect(
      wallets.server.core.db.transaction(async (tx) => {
        await tx.execute(INTO_BOTH.payment_attempts(reference))
        tx.rollback()
      }),
    ).rejects.toBeInstanceOf(TransactionRollbackError)
    // Only its intent, which does not exist, is refused.
    await expect(wallets.server.core.db.execute(INTO_BOTH.wallet_transactions(reference))).rejects.toSatisfy(
      (error) => codeOf(error) === '23503',
    )
  })
})
