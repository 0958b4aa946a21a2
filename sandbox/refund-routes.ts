/** The API's refunds: HTTP only. */
import { eq, sql, type SQL } from 'drizzle-orm'
import { Hono } from 'hono'
import { amountField, readFields, textField } from './fields.ts'
import { withFault } from './faults.ts'
import { answerList, readPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { createdRefundJson, refundJson } from './refund-json.ts'
import { createRefund, listRefunds } from './refunds.ts'
import { refusals } from './refusals.ts'
import { transactions } from './schema.ts'

export function refundRoutes(provider: Provider): Hono {
  return new Hono()
    .post('/', async (c) => {
      const fields = await readFields(c)
      const transaction = textField(fields, 'transaction')
      if (transaction === null) throw refusals.missing('Transaction')
      return withFault(provider, c, 'refund', transaction, async () => {
        const given = await createRefund(provider, transactionNamed(transaction), {
          amount: textField(fields, 'amount') === null ? null : amountField(fields),
          customerNote: textField(fields, 'customer_note'),
          merchantNote: textField(fields, 'merchant_note'),
        })
        const data = createdRefundJson(given, provider.clock.now())
        return c.json({ status: true, message: 'Refund has been queued for processing', data })
      })
    })
    .get('/', async (c) =>
      withFault(provider, c, 'refunds', null, async () => {
        const paging = readPaging(c)
        const { found, total } = await listRefunds(provider, paging, readTransactionId(c.req.query('transaction')))
        return answerList(c, provider, paging, {
          message: 'Refunds retrieved',
          data: found.map((given) =>
            Object.assign(refundJson(given), provider.switches.of(`refund-${given.refund.id}`).listedAs),
          ),
          total,
          rows: found.map(({ refund }) => refund),
          // This list alone writes a number as text.
          meta: { perPage: String(paging.perPage), failedRefundCount: 0 },
        })
      }),
    )
}

/** Digits may be an id, or a reference made of digits. */
function transactionNamed(name: string): SQL {
  const byReference = eq(transactions.reference, name)
  return /^\d{1,15}$/.test(name) ? sql`(${byReference} or ${eq(transactions.id, Number(name))})` : byReference
}

/** Anything but an id, such as a reference, silently finds nothing. */
export function readTransactionId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
