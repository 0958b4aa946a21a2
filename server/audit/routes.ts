/** HTTP for the audit. What it holds: audit.ts; how it is read: events.ts. */
import { auditEndpoints } from '../../contract/audit.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { listActors, listAuditEvents } from './events.ts'

export function auditRoutes(core: Core) {
  return serveEndpoints(core, auditEndpoints, {
    'GET /api/admin/audit-events': ({ query }) => listAuditEvents(core, query, query),
    'GET /api/admin/audit-events/actors': async () => ({ items: await listActors(core) }),
  })
}
