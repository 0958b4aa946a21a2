/** HTTP for decisions of two people, of every kind. The rules are in record/two-person/decisions.ts, and those of each kind in its domain. */
import { decisionEndpoints } from '../../../contract/people/decisions.ts'
import { DECISIONS } from '../../../contract/record/decision-fields.ts'
import { hasDuty, type Duty } from '../../../contract/platform/staff-roles.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { countDecisions, findKind, listDecisions, readDecision, type Decisions } from './list.ts'

type StaffCall = { readonly caller: Caller; readonly requestId: string }

function requireDuty({ staffRoles }: Caller, duty: Duty): void {
  if (!hasDuty(staffRoles, duty)) throw new AppError('role_needed')
}

/** @param kinds the registry */
export function decisionRoutes(core: Core, kinds: Decisions) {
  const audit = (call: StaffCall, count: number) => {
    const read = { action: 'list.read', subject: 'list', subjectId: 'decisions', after: { rows: count } } as const
    return recordAudit(core.db, { by: administering(call), ...read }, core.clock.now())
  }
  const deciding = (call: StaffCall) => ({ ...administering(call), sessionId: call.caller.sessionId })
  return serveEndpoints(core, decisionEndpoints, {
    'GET /api/admin/decisions': async (call) => {
      const page = await listDecisions(core, kinds, call.caller, call.query)
      await audit(call, page.items.length)
      return page
    },
    'GET /api/admin/decision-counts': ({ caller }) => countDecisions(core, kinds, caller),
    'GET /api/admin/decisions/:id': async (call) => {
      const decision = await readDecision(core, kinds, call.caller, call.params.id)
      await audit(call, 1)
      return decision
    },
    'POST /api/admin/decisions/:id/confirmation': async (call) => {
      const kind = await findKind(core, kinds, call.params.id)
      requireDuty(call.caller, DECISIONS[kind.name].confirm)
      await kind.confirm(deciding(call), call.params.id)
      return readDecision(core, kinds, call.caller, call.params.id)
    },
    'POST /api/admin/decisions/:id/withdrawal': async (call) => {
      const kind = await findKind(core, kinds, call.params.id)
      requireDuty(call.caller, DECISIONS[kind.name].propose)
      await kind.withdraw(deciding(call), call.params.id)
      return readDecision(core, kinds, call.caller, call.params.id)
    },
  })
}
