/** HTTP for differences. The rules are in open-differences.ts and closings.ts. */
import { differenceEndpoints } from '../../../contract/money/differences.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { proposeClosing } from './closings.ts'
import { assignDifference, readAssignees } from './open-differences.ts'

export function differenceRoutes(core: Core) {
  return serveEndpoints(core, differenceEndpoints, {
    'GET /api/admin/books/assignees': () => readAssignees(core),
    'PATCH /api/admin/books/differences/:id': (call) =>
      assignDifference(core, administering(call), call.params.id, call.body),
    'POST /api/admin/books/differences/:id/closing': (call) =>
      proposeClosing(core, administering(call), call.params.id, call.body),
  })
}
