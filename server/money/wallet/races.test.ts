/** Changes of a wallet while a top-up is being credited. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { accounts } from '../ledger/accounts.ts'
import { hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { FoundPayment } from '../payments/payments.ts'
import { findPayment } from '../payments/questions.ts'
import { followReversals } from '../payments/reversals.ts'
import { UNSETTLED } from '../payments/schema.ts'
import { topUpPurpose } from './top-up-purpose.ts'
import { wallets as walletTable } from './schema.ts'

const wallets = useWallets()

async function find(reference: string): Promise<FoundPayment> {
  const found = await findPayment(wallets.server.payments, reference)
  if (!found) throw new Error('the top-up was started')
  return found
}

/** Credits a top-up that was paid without a fee, as a part of this transaction. */
async function credit(tx: Tx, { attempt, intent }: FoundPayment) {
  const now = wallets.server.clock.now()
  const credited = await topUpPurpose.credit(tx, {
    attemptId: attempt.id,
    from: [...UNSETTLED],
    debit: accounts.provider,
    amount: intent.amount,
    collected: intent.amount,
    fees: 0n,
    feeBooked: 0n,
    feeFrom: accounts.provider,
    paidAt: now,
    occurredAt: now,
    providerStatus: 'success',
    providerTransactionId: 1n,
    askedAt: now,
    nextCheckAt: null,
    transferId: newId(),
    feeTransferId: newId(),
    now,
  })
  expect(credited).toHaveLength(1)
}

test('closing the account waits for the credit, and is refused because of the money', async () => {
  const ada = await wallets.person()
  const { reference } = await ada.begin(300)
  const paid = await find(reference)
  const closed = await raceBehindLock(
    wallets.server.database,
    (tx) => credit(tx, paid),
    () => ada.close(),
  )
  expect(closed).toMatchObject({
    status: 409,
    body: { code: 'account_not_empty', detail: expect.stringContaining('still holds ₦300.00') },
  })
  expect(await ada.balance()).toBe(300)
})

test('a refund of an earlier top-up waits for the credit, and is paid from it', async () => {
  const ada = await wallets.person()
  const spent = await ada.topUp(1000)
  await ada.give(1000)
  const { reference } = await ada.begin(1000)
  await wallets.server.control('/switches', { webhooks: { drop: true } })
  await wallets.server.control('/refund', { reference: spent, outcome: 'processed' })
  // The provider works on a refund for some hours. Our own jobs do not run.
  for (let hour = 0; hour < 4; hour += 1) {
    wallets.server.clock.advance(hours(1))
    await wallets.server.control('/run_jobs', {})
  }
  const paid = await find(reference)
  await raceBehindLock(
    wallets.server.database,
    (tx) => credit(tx, paid),
    () => followReversals(wallets.server.payments, spent),
  )
  await ada.signInAgain()
  expect(await ada.balance()).toBe(0)
  expect(await wallets.balanceOf('loss')).toBe(0n)
  const [wallet] = await wallets.server.core.db.select().from(walletTable).where(eq(walletTable.userId, ada.userId))
  expect(wallet?.frozenAt).toBeNull()
})
