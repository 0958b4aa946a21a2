/**
 * Whether the balance at the provider is enough for the bank payments that wait. Collections go to our bank by themselves, so it has to
 * be topped up: finance is told before a payment fails for it.
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { formatNaira, koboToNaira, type Kobo } from '../../../../contract/platform/money.ts'
import { readPerson } from '../../../people/sign-in/people.ts'
import { minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../../platform/db/db.ts'
import type { Job } from '../../../platform/jobs.ts'
import { writeMail } from '../../../platform/mail/compose.ts'
import { isProviderProblem } from '../../../money/payments/provider-answers.ts'
import { listWithDuty } from '../../../record/profiles/profiles.ts'
import type { Comparing } from './compare-balance.ts'
import { transferBalance } from '../schema.ts'

/** The most that a transfer of an amount costs beside it: the fee of ₦10, ₦25 or ₦50, and from ₦10,000 the stamp duty of ₦50. In kobo. */
export const mostCostOf = (amount: SQL) => sql`(
  case when ${amount} <= 500000 then 1000 when ${amount} <= 5000000 then 2500 else 5000 end
    + case when ${amount} >= 1000000 then 5000 else 0 end)`

export const balanceJobs = (comparing: Comparing): Job[] => [
  { name: 'payouts.balance', everyMilliseconds: minutes(5), run: () => checkBalance(comparing) },
]

/** @returns what bank payments need that have not left the provider yet, with what they may cost, in kobo */
async function readWaiting(db: Db | Tx): Promise<Kobo> {
  const { waiting } = await onlyRow(
    db,
    sql`select coalesce(sum(amount + ${mostCostOf(sql`amount`)}), 0)::text as waiting from disbursements
         where kind = 'bank' and (state = 'proposed' or (state = 'sending' and not exists (
           select from payout_attempts where disbursement_id = disbursements.id and booked_at is not null
                   and payout_attempts.state in ('sending', 'unknown', 'open'))))`,
    z.object({ waiting: z.coerce.bigint() }),
  )
  return waiting
}

async function checkBalance(comparing: Comparing): Promise<void> {
  const { db, clock, log, provider } = comparing
  if ((await readWaiting(db)) === 0n) return
  let held: Kobo
  try {
    held = await provider.balance()
  } catch (error) {
    if (!isProviderProblem(error)) throw error
    log.warn({ err: error }, 'the balance for payments is not known; trying again in five minutes')
    return
  }
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(transferBalance).for('update')
    const waiting = await readWaiting(tx)
    const isShort = held < waiting
    const shortSince = isShort ? (before?.shortSince ?? now) : null
    const told = { held, checkedAt: now, shortSince }
    await tx.insert(transferBalance).values(told).onConflictDoUpdate({ target: transferBalance.id, set: told })
    if (isShort && !before?.shortSince) await tellFinance(comparing, tx, { held, waiting })
  })
}

/** Once for each time that it is short. Two amounts of ours, and nothing of anyone's payment. */
async function tellFinance(core: Core, tx: Tx, { held, waiting }: { held: Kobo; waiting: Kobo }): Promise<void> {
  core.log.warn('the balance at the provider is too small for the payments that wait')
  const naira = (amount: Kobo) => formatNaira(koboToNaira(amount))
  const letter = {
    subject: 'Top up the balance for payments',
    paragraphs: [
      `Payments that wait need ${naira(waiting)}, with fees. The balance at the payment provider is ${naira(held)}.`,
      `Top it up by at least ${naira(waiting - held)}. Until then the provider refuses payments that are larger than its balance.`,
    ],
    button: { text: 'See the payments', address: '/admin/payouts' },
    closing: ['We write once, and again only if the balance was enough in the meantime.'],
  }
  for (const userId of await listWithDuty(tx, 'handle_money'))
    await writeMail(core, tx, (await readPerson(tx, userId)).email, letter, core.clock.now())
}

/** Reads the balance shown to staff above the payments: null if no bank payment waits, or the provider was not asked yet. */
export async function readTransferBalance(db: Db) {
  const waiting = await readWaiting(db)
  const [known] = await db.select().from(transferBalance).where(eq(transferBalance.id, true))
  if (waiting === 0n || !known) return null
  return { held: known.held, waiting, checked_at: known.checkedAt }
}
