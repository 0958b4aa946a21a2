/** The API's disputes: HTTP only. */
import { Hono } from 'hono'
import { disputeJson, listDisputes } from './disputes.ts'
import { pageMeta, readPaging } from './fields.ts'
import { withFault } from './faults.ts'
import type { Provider } from './provider.ts'
import { readTransactionId } from './refund-routes.ts'

export function disputeRoutes(provider: Provider): Hono {
  return new Hono().get('/', async (c) =>
    withFault(provider, c, 'disputes', null, async () => {
      const paging = readPaging(c)
      const { found, total } = await listDisputes(provider, paging, readTransactionId(c.req.query('transaction')))
      const now = provider.clock.now()
      return c.json({
        status: true,
        message: 'Disputes retrieved',
        data: found.map(({ charge, dispute }) => disputeJson(charge, dispute, now)),
        meta: pageMeta(paging, total),
      })
    }),
  )
}
