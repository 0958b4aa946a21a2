/** HTTP for the months of the books. The rules are in months.ts. */
import { monthEndpoints } from '../../../contract/money/months.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { listMonths, proposeMonthClosing, readMonth } from './months.ts'

export function monthRoutes(core: Core) {
  return serveEndpoints(core, monthEndpoints, {
    'GET /api/admin/books/months': async () => ({ items: await listMonths(core) }),
    'GET /api/admin/books/month': ({ caller, query }) => readMonth(core, caller.userId, query.month),
    'POST /api/admin/books/month-closings': (call) => proposeMonthClosing(core, administering(call), call.body),
  })
}
