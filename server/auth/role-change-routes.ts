/** HTTP for role changes. The rules live in role-changes.ts. */
import { roleChangeEndpoints } from '../../contract/role-changes.ts'
import { administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { confirmRoleChange, listRoleChanges, proposeRoleChange, withdrawRoleChange } from './role-changes.ts'

/** For administrators: proposing, confirming and withdrawing role changes. */
export function roleChangeRoutes(core: Core) {
  return serveEndpoints(core, roleChangeEndpoints, {
    'GET /api/admin/role-changes': async ({ caller }) => ({ items: await listRoleChanges(core, caller.userId) }),
    'POST /api/admin/role-changes': (call) => proposeRoleChange(core, administering(call), call.body),
    'POST /api/admin/role-changes/:id/confirmation': (call) =>
      confirmRoleChange(core, administering(call), call.params.id),
    'POST /api/admin/role-changes/:id/withdrawal': (call) =>
      withdrawRoleChange(core, administering(call), call.params.id),
  })
}
