/** HTTP for the audit. What is recorded: server/record/audit/audit.ts. */
import { auditEndpoints } from '../../../contract/record/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { listActors, listAuditEvents } from './audit-events.ts'

export function auditRoutes(core: Core) {
  return serveEndpoints(core, auditEndpoints, {
    'GET /api/admin/audit-events': ({ query }) => listAuditEvents(core, query, query),
    'GET /api/admin/audit-events/actors': async () => ({ items: await listActors(core) }),
  })
}
