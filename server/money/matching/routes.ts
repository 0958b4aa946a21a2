/** HTTP for the match with the payment provider. The rules are in matching.ts and read-match.ts. */
import { matchingEndpoints } from '../../../contract/money/matching.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import type { Payments } from '../payments/payments.ts'
import { administering } from '../../record/audit/audit.ts'
import { requestMatch } from './matching.ts'
import { readMatch } from './read-match.ts'

export function matchingRoutes(payments: Payments) {
  return serveEndpoints(payments, matchingEndpoints, {
    'GET /api/admin/books/match': (call) => readMatch(payments, call.caller.userId),
    'POST /api/admin/books/matches': async (call) => {
      await requestMatch(payments, administering(call))
      return { state: 'requested' as const }
    },
  })
}
