/** The API's settlements and balance: HTTP only. Its lists have pages, and no cursor. */
import { Hono } from 'hono'
import { balanceOf } from './balance.ts'
import { lineJson, listLines } from './balance-ledger.ts'
import { withFault } from './faults.ts'
import { answerList, readPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { Refusal, refusals } from './refusals.ts'
import { listSettled, listSettlements, SETTLEMENT_STATUSES, settlementJson } from './settlements.ts'
import { transactionJson } from './transaction-json.ts'

export function settlementRoutes(provider: Provider): Hono {
  return new Hono()
    .get('/settlement', async (c) =>
      withFault(provider, c, 'settlements', null, async () => {
        const paging = readPaging(c)
        const status = readStatus(c.req.query('status'))
        // We have no subaccounts: one by its number finds nothing, and so does anything that is not a number.
        const ours = [undefined, '', 'none'].includes(c.req.query('subaccount'))
        const { found, total } = ours ? await listSettlements(provider, paging, status) : { found: [], total: 0 }
        const now = provider.clock.now()
        return answerList(c, provider, paging, {
          message: 'Settlements retrieved',
          data: found.map((settlement) =>
            Object.assign(
              settlementJson(settlement, now),
              provider.switches.of(`settlement-${settlement.id}`).listedAs,
            ),
          ),
          total,
          rows: found,
        })
      }),
    )
    .get('/settlement/:id/transactions', async (c) =>
      withFault(provider, c, 'settlements', null, async () => {
        const paging = readPaging(c)
        const id = c.req.param('id')
        const settled = /^\d{1,15}$/.test(id) ? await listSettled(provider, Number(id), paging) : null
        if (!settled) throw unknownSettlement()
        const now = provider.clock.now()
        return answerList(c, provider, paging, {
          message: 'Transactions retrieved',
          data: settled.charges.map((charge) => transactionJson(charge, now, '')),
          total: settled.total,
          rows: settled.charges.map(({ transaction }) => transaction),
          meta: { total_volume: Number(settled.volume) },
        })
      }),
    )
    .get('/balance/ledger', async (c) =>
      withFault(provider, c, 'balance', null, async () => {
        const paging = readPaging(c)
        const { found, total } = await listLines(provider, paging)
        return answerList(c, provider, paging, {
          message: 'Balance ledger retrieved',
          data: found.map((line) => Object.assign(lineJson(line), provider.switches.of(`line-${line.id}`).listedAs)),
          total,
          rows: found.map(({ at, id }) => ({ createdAt: at, id })),
        })
      }),
    )
    .get('/balance', async (c) =>
      withFault(provider, c, 'balance', null, async () => {
        const balance = await balanceOf(provider.db, provider.clock.now())
        return c.json({
          status: true,
          message: 'Balances retrieved',
          data: [{ currency: 'NGN', balance: Number(balance) }],
        })
      }),
    )
}

function readStatus(text: string | undefined) {
  if (text === undefined || text === '') return null
  const status = SETTLEMENT_STATUSES.find((each) => each === text)
  if (!status) throw refusals.invalid('"status" must be one of [success, processing, pending, failed]')
  return status
}

const unknownSettlement = () =>
  new Refusal(404, 'Settlement not found', {
    code: 'not_found',
    nextStep: 'Ensure that you are passing the id of a settlement of this integration',
  })
