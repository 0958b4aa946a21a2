/** The API's disputes: HTTP only. */
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { disputeJson, disputeOfTransactionJson } from './dispute-json.ts'
import { DISPUTE_STATUSES, findDispute, listDisputes } from './disputes.ts'
import { withFault } from './faults.ts'
import { listMeta, readCursorPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { readTransactionId } from './refund-routes.ts'
import { Refusal, refusals } from './refusals.ts'
import { disputes } from './schema.ts'

export function disputeRoutes(provider: Provider): Hono {
  const find = (id: string, column: typeof disputes.id | typeof disputes.transactionId) =>
    /^\d{1,15}$/.test(id) ? findDispute(provider, eq(column, Number(id))) : null
  return new Hono()
    .get('/', async (c) =>
      withFault(provider, c, 'disputes', null, async () => {
        const paging = readCursorPaging(c)
        const { found, total } = await listDisputes(provider, paging, {
          transactionId: readTransactionId(c.req.query('transaction')),
          status: readStatus(c.req.query('status')),
        })
        const now = provider.clock.now()
        return c.json({
          status: true,
          message: 'Disputes retrieved',
          data: found.map((disputed) =>
            Object.assign(disputeJson(disputed, now), provider.switches.of(`dispute-${disputed.dispute.id}`).listedAs),
          ),
          meta: listMeta(
            provider,
            paging,
            total,
            found.map(({ dispute }) => dispute),
          ),
        })
      }),
    )
    .get('/transaction/:id', async (c) =>
      withFault(provider, c, 'disputes', null, async () => {
        const found = await find(c.req.param('id'), disputes.transactionId)
        if (!found) throw unknownDispute()
        const data = disputeOfTransactionJson(found, provider.clock.now())
        return c.json({ status: true, message: 'Dispute retrieved successfully', data })
      }),
    )
    .get('/:id', async (c) =>
      withFault(provider, c, 'disputes', null, async () => {
        const found = await find(c.req.param('id'), disputes.id)
        if (!found) throw unknownDispute()
        return c.json({ status: true, message: 'Dispute retrieved', data: disputeJson(found, provider.clock.now()) })
      }),
    )
}

function readStatus(text: string | undefined) {
  if (text === undefined || text === '') return null
  const status = DISPUTE_STATUSES.find((each) => each === text)
  if (!status) throw refusals.invalid(`"status" must be one of [${DISPUTE_STATUSES.join(', ')}]`)
  return status
}

const unknownDispute = () =>
  new Refusal(404, 'Dispute not found', {
    code: 'not_found',
    nextStep: 'Ensure that you are passing the id of a dispute of this integration',
  })
