/** HTTP for the team. The rules are in role-changes.ts, team.ts and hand-over.ts. */
import { Hono } from 'hono'
import { roleChangeEndpoints } from '../../contract/role-changes.ts'
import { teamEndpoints } from '../../contract/team.ts'
import { administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { handOverWork } from './hand-over.ts'
import { confirmRoleChange, listRoleChanges, proposeRoleChange, withdrawRoleChange } from './role-changes.ts'
import { readTeam } from './team.ts'

export function teamRoutes(core: Core) {
  const routes = new Hono()
  for (const part of [memberRoutes, roleChangeRoutes]) routes.route('/', part(core))
  return routes
}

function memberRoutes(core: Core) {
  return serveEndpoints(core, teamEndpoints, {
    'GET /api/admin/team': () => readTeam(core),
    'POST /api/admin/team/:id/hand-over': (call) =>
      handOverWork(core, administering(call), call.params.id, call.body.to),
  })
}

function roleChangeRoutes(core: Core) {
  return serveEndpoints(core, roleChangeEndpoints, {
    'GET /api/admin/role-changes': async ({ caller }) => ({ items: await listRoleChanges(core, caller.userId) }),
    'POST /api/admin/role-changes': (call) => proposeRoleChange(core, administering(call), call.body),
    'POST /api/admin/role-changes/:id/confirmation': (call) =>
      confirmRoleChange(core, administering(call), call.params.id),
    'POST /api/admin/role-changes/:id/withdrawal': (call) =>
      withdrawRoleChange(core, administering(call), call.params.id),
  })
}
