/** HTTP for the match with the payment provider. The rules are in matching.ts and closings.ts. */
import { matchingEndpoints } from '../../contract/matching.ts'
import { administering } from '../audit/audit.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { coalesceReads } from '../lib/coalesce-reads.ts'
import type { Payments } from '../payments/payments.ts'
import { confirmClosing, proposeClosing, readMatch, readTransparency, withdrawClosing } from './closings.ts'
import { requestMatch } from './matching.ts'

export function matchingRoutes(payments: Payments) {
  const readPublic = coalesceReads(() => readTransparency(payments.db))
  return serveEndpoints(payments, matchingEndpoints, {
    'GET /api/transparency': () => readPublic(),
    'GET /api/admin/books/match': (call) => readMatch(payments, call.caller.userId),
    'POST /api/admin/books/matches': async (call) => {
      await requestMatch(payments, call.caller.userId)
      return { state: 'requested' as const }
    },
    'POST /api/admin/books/differences/:id/closing': (call) =>
      proposeClosing(payments, administering(call), call.params.id, call.body.reason),
    'POST /api/admin/books/closings/:id/confirmation': (call) =>
      confirmClosing(payments, administering(call), call.params.id),
    'POST /api/admin/books/closings/:id/withdrawal': (call) =>
      withdrawClosing(payments, administering(call), call.params.id),
  })
}
