/** HTTP for reviewing requests. The rules are in reviews.ts, what is shown in review-list.ts and review-details.ts. */
import { enteredAppealEndpoints } from '../../../contract/aid/appeals.ts'
import { reviewEndpoints } from '../../../contract/aid/admin.ts'
import { intakeEndpoints } from '../../../contract/aid/intake.ts'
import { noteEndpoints } from '../../../contract/aid/notes.ts'
import { administering } from '../../record/audit/audit.ts'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import type { CaseThreads } from '../../../contract/office/inbox.ts'
import type { Documents } from '../documents/documents.ts'
import { AppError } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { originsOf } from '../../platform/http/origins.ts'
import { caseNumber } from '../requests/case-number.ts'
import { enterAppeal } from '../requests/appeals.ts'
import { enterRequest } from '../requests/intake.ts'
import { wordingOf } from './reasons/wording.ts'
import { recordCall } from './calls.ts'
import { readRequest } from '../requests/request-body.ts'
import { readReview, type OfPayouts, type ReadThreads } from './review-details.ts'
import { listReviewed } from './review-list.ts'
import { addNote, decide, requestPapers } from './reviews.ts'

/**
 * @param payouts its money
 * @param readThreads its threads in the inbox
 */
export function reviewRoutes(core: Documents, payouts: OfPayouts, readThreads: ReadThreads<CaseThreads>) {
  return serveEndpoints(
    core,
    { ...reviewEndpoints, ...intakeEndpoints, ...noteEndpoints, ...enteredAppealEndpoints },
    {
      'POST /api/admin/applications': async ({ body, header, idempotencyKey, ...call }) => {
        const { channel, person } = body
        const by = administering(call)
        const sent = { idempotencyKey, origins: originsOf(core, header('host')) }
        const how = { channel, helperRelation: null, beyondReason: body.beyond_reason ?? null }
        const entry = { ...how, person, request: readRequest(body) }
        const { application, fullName, hasSignIn } = await enterRequest(
          core,
          { userId: by.userId, audited: by },
          entry,
          sent,
        )
        const { id, number, userId, beneficiaryId, createdAt } = application
        return {
          id,
          case_number: caseNumber(number),
          user_id: userId,
          profile_id: beneficiaryId,
          can_sign_in: hasSignIn,
          full_name: fullName,
          created_at: createdAt,
        }
      },
      'GET /api/admin/applications': (call) => listReviewed(core, administering(call), call.query),
      'GET /api/admin/applications/:id': ({ params, query, ...call }) =>
        readReview(core, administering(call), params.id, { purpose: query.purpose, readThreads, ...payouts }),
      'PATCH /api/admin/applications/:id': (call) => {
        const {
          status,
          reason,
          award,
          expected_version: expectedVersion,
          identity_checked: identityChecked,
        } = call.body
        if (award && !hasDuty(call.caller.staffRoles, 'propose_payments')) throw new AppError('role_needed')
        const decision = {
          status,
          reason: reason ?? null,
          wording: wordingOf(call.body),
          expectedVersion,
          identityChecked,
        }
        const proposal = award && payouts.awardProposal(award)
        return decide(core, administering(call), call.params.id, decision, proposal)
      },
      'POST /api/admin/applications/:id/notes': (call) => {
        const { text, expected_version: expectedVersion } = call.body
        return addNote(core, administering(call), call.params.id, { text, expectedVersion })
      },
      'POST /api/admin/applications/:id/calls': (call) => {
        const { outcome, text, call_again_on: callAgainOn, expected_version: expectedVersion } = call.body
        const made = { outcome, text, callAgainOn, expectedVersion }
        return recordCall(core, administering(call), call.params.id, made)
      },
      'POST /api/admin/applications/:id/appeal': (call) =>
        enterAppeal(core, administering(call), call.params.id, call.body),
      'POST /api/admin/applications/:id/paper-requests': (call) => {
        const { text, expected_version: expectedVersion } = call.body
        const written = { text, wording: wordingOf(call.body), expectedVersion }
        return requestPapers(core, administering(call), call.params.id, written)
      },
    },
  )
}
