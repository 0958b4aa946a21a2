/** Asks the bank for the name of an account again, before money is sent to an account that was named a while ago. */
import { eq } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import { after, hours } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaystackTransfers } from '../../money/payments/paystack-transfers.ts'
import { unanswered } from '../../money/payments/provider-answers.ts'
import { openAccount } from './accounts.ts'
import { payees as table, type Payee } from './schema.ts'

/** How long a resolved name is valid (docs/protocols/paystack-transfers.md section 3). */
const NAME_KEPT = hours(24)

/** Whether the bank must give the name again before anything is sent there. */
export const needsAskingAgain = ({ createdAt, resolvedAt, doubt }: Payee, now: Date) =>
  doubt !== null || after(resolvedAt ?? createdAt, NAME_KEPT) <= now

/**
 * Resolves the account again if its name is more than a day old or in doubt, and stores the result with the account, where staff and the
 * applicant see it. The same name clears the doubt. Replaced and erased accounts are skipped: nothing can be sent to them.
 * @throws AppError `account_name_changed`, `account_not_found`: nothing may be sent; `provider_unavailable`: the bank could not be asked
 */
export async function askAgain(core: Core & { readonly transfers: PaystackTransfers }, payeeId: string): Promise<void> {
  const now = core.clock.now()
  const [payee] = await core.db.select().from(table).where(eq(table.id, payeeId))
  const accountNumber = payee && openAccount(core.keys, payee)
  if (!payee || payee.replacedAt !== null || !accountNumber || !needsAskingAgain(payee, now)) return
  const name = await core.transfers.resolve({ bankCode: payee.bankCode, accountNumber }).catch((error: unknown) => {
    throw unanswered(error)
  })
  const doubt = name === null ? 'not_found' : name === payee.resolvedName ? null : 'name_changed'
  await core.db
    .update(table)
    .set(doubt === null ? { doubt, resolvedAt: now } : { doubt })
    .where(eq(table.id, payeeId))
  if (doubt !== null) throw new AppError(doubt === 'not_found' ? 'account_not_found' : 'account_name_changed')
}
