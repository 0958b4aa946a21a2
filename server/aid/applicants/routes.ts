/** HTTP for beneficiaries. The rules are in beneficiaries.ts and claims.ts. */
import { sql } from 'drizzle-orm'
import { beneficiaryEndpoints } from '../../../contract/aid/admin.ts'
import { withdrawalEndpoints } from '../../../contract/aid/applications.ts'
import { claimEndpoints } from '../../../contract/aid/claims.ts'
import { openingEndpoints } from '../../../contract/aid/openings.ts'
import { administering } from '../../record/audit/audit.ts'
import { readAuditedPage } from '../../record/audit/lists.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { linkPeople } from '../../people/households/links.ts'
import { claimProfile, requestClaimCode, sendClaimCode, undoClaim } from './claims.ts'
import { releaseTied } from '../review/queue/assignments.ts'
import { recordNumberReport, trustNumber } from './number-doubt.ts'
import { listOpenings } from './openings.ts'
import { withdrawRequest } from './withdrawal.ts'
import { beneficiaryList, markBeneficiary, readBeneficiary } from './beneficiaries.ts'

export function beneficiaryRoutes(core: Core) {
  return serveEndpoints(
    core,
    { ...beneficiaryEndpoints, ...claimEndpoints, ...openingEndpoints, ...withdrawalEndpoints },
    {
      'GET /api/admin/beneficiaries': (call) =>
        readAuditedPage(core, administering(call), 'beneficiaries', beneficiaryList, call.query),
      'GET /api/admin/beneficiaries/:id': (call) => readBeneficiary(core, administering(call), call.params.id),
      'PATCH /api/admin/beneficiaries/:id': (call) =>
        markBeneficiary(core, administering(call), call.params.id, call.body),
      'POST /api/admin/beneficiaries/:id/links': async (call) => {
        const [by, id, { other, link }] = [administering(call), call.params.id, call.body]
        const said = await linkPeople(core, by, { id, other }, link)
        const people = sql`select user_id from profiles where id in (${id}::uuid, ${other}::uuid)`
        await core.db.transaction((tx) => releaseTied(tx, { by, now: core.clock.now() }, people))
        return said
      },
      'POST /api/admin/beneficiaries/:id/number-report': (call) =>
        recordNumberReport(core, administering(call), call.params.id, call.body.report),
      'POST /api/admin/beneficiaries/:id/number-trust': (call) =>
        trustNumber(core, administering(call), call.params.id, call.body.ground),
      'POST /api/admin/beneficiaries/:id/claim-code': (call) =>
        sendClaimCode(core, administering(call), call.params.id),
      'POST /api/admin/claims/:id/undoing': (call) => undoClaim(core, administering(call), call.params.id),
      'POST /api/account/claims/code': async ({ caller, body }) => {
        await requestClaimCode(core, caller, body.case_number)
        return { accepted: true as const }
      },
      'POST /api/applications/:id/withdrawal': ({ caller, params }) => withdrawRequest(core, caller.userId, params.id),
      'GET /api/account/openings': ({ caller, query }) => listOpenings(core, caller.userId, query),
      'POST /api/account/claims': ({ caller, body, client }) => claimProfile(core, caller, body, client),
    },
  )
}
