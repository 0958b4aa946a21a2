/**
 * Payments that the database lost: an asynchronous failover drops the last moments, a restored backup more. What went to the provider with
 * them is enough to record them again, before they would count as unexpected.
 */
import { PAID_STATUSES } from './judge.ts'
import { isOurForm } from './opening.ts'
import type { Payments } from './payments.ts'

/**
 * Records a paid payment again that nobody here knows. Only what the provider tells about it to our secret key counts.
 * @returns whether it was begun here; it can be settled then
 * @throws ProviderSilence, ProviderRefusal
 */
export async function recordLost(payments: Payments, reference: string): Promise<boolean> {
  if (!isOurForm(reference)) return false
  const transaction = await payments.provider.verify(reference)
  if (transaction === null || transaction.reference !== reference || !PAID_STATUSES.has(transaction.status))
    return false
  if ((transaction.domain === 'live') !== (payments.env.mode === 'live')) return false
  for (const handlers of Object.values(payments.purposes)) {
    if (!(await handlers.recordLost?.(payments, transaction))) continue
    payments.log.error({ reference }, 'a payment that the database had lost was recorded again')
    return true
  }
  return false
}
