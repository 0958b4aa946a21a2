/**
 * Fills an empty sandbox instance with believable gifts, and with the aid that is paid from them (demo-aid.ts). Gifts go the way of every gift: started, settled and refunded by
 * the same rules, with a clock that stands where each happened, and a provider that answers from the plan.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatHeadlineNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { startDonation } from '../../money/gifts/donations.ts'
import type { Env } from '../../platform/env/env.ts'
import { after, hours, seconds } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { invariant, StartError } from '../../platform/errors.ts'
import { followReversals } from '../../money/payments/reversals.ts'
import { settlePayment } from '../../money/payments/settle.ts'
import { findDifferences } from '../../proof/books/books.ts'
import { publishOutflows } from '../../proof/log/outflows.ts'
import { readFunds } from '../../proof/books/stats.ts'
import { settle } from '../../../sandbox/settlements.ts'
import { createSwitches } from '../../../sandbox/switches.ts'
import { demoAddresses, fillWithAid } from './demo-aid.ts'
import { demoPayments, providerTransaction, type Demo } from './demo-payments.ts'
import { demoPeople } from './demo-people.ts'
import { giveToSandbox } from './demo-provider.ts'
import { planGifts, type PlannedGift } from './demo-plan.ts'
import { demoDonors, disputeGift, fillWallets, payAnotherSum, proposeAboutWallet } from './demo-wallets.ts'

const SEED = 20_260_114

/** @throws StartError where the money is not play money */
export function requireSandbox(env: Env): void {
  if (env.mode === 'sandbox') return
  throw new StartError(
    `The demo is for the sandbox only: this instance has a ${env.mode} key, and made-up gifts would falsify its books.`,
  )
}

/**
 * Fills the database, all of it or nothing.
 * @returns what there is now, as a sentence
 * @throws StartError when this is no sandbox, or it is in use already
 */
export async function fillWithDemo(core: Core): Promise<string> {
  requireSandbox(core.env)
  const gifts = planGifts(core.clock.now(), SEED)
  const signIns = await core.db.transaction(async (tx) => {
    await requireUnused(tx)
    const demo = demoPayments(core, tx)
    for (const gift of gifts) await playGift(demo, gift, core.clock.now())
    const frozen = await fillWallets(demo, tx, core.clock.now())
    await payAnotherSum(demo, core.clock.now())
    await disputeGift(demo, core.clock.now())
    await giveToSandbox(tx, demo)
    const { says, musa } = await fillWithAid(core, tx)
    await proposeAboutWallet({ ...core, db: tx }, musa, frozen)
    return says
  })
  await publishOutflows(core)
  // The provider has paid out the past days, before anything is compared.
  await settle({ ...core, switches: createSwitches() })
  const differences = await findDifferences(core.db)
  invariant(differences.length === 0, `the demo left the books uneven: ${JSON.stringify(differences)}`)
  const raised = (await readFunds(core.db)).reduce((sum, fund) => sum + fund.amount, 0n)
  return `${gifts.length} made-up gifts of the past year, ${formatHeadlineNaira(koboToNaira(raised))} raised: the books balance.
${demoPeople.length} people, whose requests and payments are in every state.
${signIns}`
}

async function requireUnused(db: Db | Tx): Promise<void> {
  const { used } = await onlyRow(
    db,
    sql`select exists (select from payment_intents) or exists (select from transfers)
               or exists (select from aid_applications) or exists (select from users where email in ${[...demoAddresses, ...demoDonors]}) as used`,
    z.object({ used: z.boolean() }),
  )
  if (used) {
    throw new StartError(
      'There are gifts or requests here already. The demo fills an empty database only: use a new DATA_DIR.',
    )
  }
}

async function playGift(demo: Demo, gift: PlannedGift, now: Date): Promise<void> {
  demo.setTime(gift.at)
  const { reference } = await startDonation(demo.payments, {
    amount: gift.amount,
    donationType: gift.donationType,
    message: gift.message,
    idempotencyKey: randomUUID(),
    browser: '',
  })
  if (gift.ending === 'pending') return

  const paidAt = after(gift.at, seconds(75))
  const transaction = providerTransaction(reference, { ...gift, isFailed: gift.ending === 'failed' }, paidAt)
  demo.transactions.set(reference, transaction)
  demo.setTime(after(paidAt, seconds(2)))
  await settlePayment(demo.payments, reference)
  if (gift.ending !== 'reversed' && gift.ending !== 'refunded') return

  const backAt = new Date(Math.min(after(paidAt, hours(52)).getTime(), now.getTime()))
  const amount = gift.ending === 'reversed' ? gift.amount : gift.amount / 2n
  if (gift.ending === 'reversed') demo.transactions.set(reference, { ...transaction, status: 'reversed' })
  demo.refunds.set(transaction.id, [{ id: reference, amount, status: 'processed', refunded_at: backAt }])
  demo.setTime(backAt)
  await followReversals(demo.payments, reference)
}
