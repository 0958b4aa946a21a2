/** Several transfers in one call (docs/protocols/paystack-transfers.md section 10): all of them, or none. */
import { Hono } from 'hono'
import { z } from 'zod'
import { after, seconds } from '../server/platform/clock.ts'
import { currencyField, readFields } from './fields.ts'
import { readTransfer, requireBalanceAsSource } from './new-transfer.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { createTransfers, requireMayPayOut } from './transfers.ts'

const BATCH_MAX = 100
const BATCH_EVERY = seconds(5)

const Batch = z.array(z.record(z.string(), z.unknown())).min(1).max(BATCH_MAX)

export function bulkTransferRoutes(provider: Provider): Hono {
  let lastAt: Date | null = null
  return new Hono().post('/bulk', async (c) => {
    requireMayPayOut(provider)
    const now = provider.clock.now()
    if (lastAt && after(lastAt, BATCH_EVERY) > now) throw refusals.tooManyCalls()
    lastAt = now
    if (provider.switches.of(null).transfers.otp)
      throw refusals.plain('Bulk transfers are not possible while transfers are confirmed with an OTP')
    const fields = await readFields(c)
    requireBalanceAsSource(fields)
    currencyField(fields)
    const batch = Batch.safeParse(fields['transfers'])
    if (!batch.success) throw refusals.invalid(`"transfers" must have 1 to ${BATCH_MAX} transfers`)
    const made = await createTransfers(
      provider,
      batch.data.map((each) => readTransfer(provider, each)),
    )
    const data = made.map(({ transfer, recipient }) => ({
      reference: transfer.reference,
      recipient: recipient.recipientCode,
      amount: Number(transfer.amount),
      transfer_code: transfer.transferCode,
      currency: 'NGN',
      status: transfer.status,
    }))
    return c.json({ status: true, message: `${data.length} transfers queued.`, data })
  })
}
