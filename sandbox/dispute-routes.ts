/** The API's disputes: HTTP only. */
import { Hono } from 'hono'
import { disputeJson } from './dispute-json.ts'
import { DISPUTE_STATUSES, listDisputes } from './disputes.ts'
import { withFault } from './faults.ts'
import { answerList, readCursorPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { readTransactionId } from './refund-routes.ts'
import { refusals } from './refusals.ts'

export function disputeRoutes(provider: Provider): Hono {
  return new Hono().get('/', async (c) =>
    withFault(provider, c, 'disputes', null, async () => {
      const paging = readCursorPaging(c)
      const { found, total } = await listDisputes(provider, paging, {
        transactionId: readTransactionId(c.req.query('transaction')),
        status: readStatus(c.req.query('status')),
      })
      const now = provider.clock.now()
      return answerList(c, provider, paging, {
        message: 'Disputes retrieved',
        data: found.map((disputed) =>
          Object.assign(disputeJson(disputed, now), provider.switches.of(`dispute-${disputed.dispute.id}`).listedAs),
        ),
        total,
        rows: found.map(({ dispute }) => dispute),
      })
    }),
  )
}

function readStatus(text: string | undefined) {
  if (text === undefined || text === '') return null
  const status = DISPUTE_STATUSES.find((each) => each === text)
  if (!status) throw refusals.invalid(`"status" must be one of [${DISPUTE_STATUSES.join(', ')}]`)
  return status
}
