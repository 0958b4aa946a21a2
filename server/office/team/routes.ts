/** HTTP for the team. The rules are in role-changes.ts, invitations.ts, team.ts, hand-over.ts and mail-wishes.ts. */
import { Hono } from 'hono'
import { roleChangeEndpoints } from '../../../contract/office/role-changes.ts'
import { invitationEndpoints } from '../../../contract/office/invitations.ts'
import { teamEndpoints } from '../../../contract/office/team.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { readDraftKeys } from './draft-keys.ts'
import { handOverWork } from './hand-over.ts'
import { acceptInvitation, listInvitations, proposeInvitation, withdrawInvitation } from './invitations.ts'
import { changeMailWishes, readMailWishes } from './mail-wishes.ts'
import { proposeRoleChange } from './role-changes.ts'
import { readTeam } from './team.ts'

export function teamRoutes(core: Core) {
  const routes = new Hono()
  for (const part of [memberRoutes, roleChangeRoutes, invitationRoutes]) routes.route('/', part(core))
  return routes
}

function memberRoutes(core: Core) {
  return serveEndpoints(core, teamEndpoints, {
    'GET /api/admin/team': () => readTeam(core),
    'POST /api/admin/team/:id/hand-over': (call) =>
      handOverWork(core, administering(call), call.params.id, call.body.to),
    'GET /api/admin/digest': async ({ caller }) => {
      const { wanted } = await readMailWishes(core.db, caller.userId)
      return { wanted }
    },
    'PUT /api/admin/digest': async ({ caller, body }) => {
      await changeMailWishes(core, caller.userId, { wanted: body.wanted })
      return body
    },
    'GET /api/admin/late-requests-mail': async ({ caller }) => {
      const { lateWanted } = await readMailWishes(core.db, caller.userId)
      return { wanted: lateWanted }
    },
    'PUT /api/admin/late-requests-mail': async ({ caller, body }) => {
      await changeMailWishes(core, caller.userId, { lateWanted: body.wanted })
      return body
    },
    'GET /api/admin/draft-keys': async ({ caller }) => ({ keys: readDraftKeys(core, caller) }),
  })
}

function invitationRoutes(core: Core) {
  return serveEndpoints(core, invitationEndpoints, {
    'GET /api/admin/invitations': async ({ caller }) => ({ items: await listInvitations(core, caller.userId) }),
    'POST /api/admin/invitations': (call) => proposeInvitation(core, administering(call), call.body),
    'POST /api/admin/invitations/:id/withdrawal': (call) =>
      withdrawInvitation(core, administering(call), call.params.id),
    'POST /api/invitations/acceptance': ({ body: { token, full_name: fullName, password } }) =>
      acceptInvitation(core, { token, fullName, password }),
  })
}

function roleChangeRoutes(core: Core) {
  return serveEndpoints(core, roleChangeEndpoints, {
    'POST /api/admin/role-changes': (call) => proposeRoleChange(core, administering(call), call.body),
  })
}
