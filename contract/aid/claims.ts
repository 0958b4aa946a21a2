/** A person for whom staff entered a request gets it onto their own account, with a code by text message (decision 0031). */
import { z } from 'zod'
import { byId, staffWith } from '../platform/administration.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, timestamp } from '../platform/fields.ts'

/** As on the slip; spaces, dashes and case do not matter. */
const caseNumber = z.string().max(40)

export const claimEndpoints = {
  'POST /api/account/claims/code': endpoint({
    ...signedIn('auth_messages'),
    summary:
      'Texts a code to the telephone of the person for whom staff entered a request, once a day at most. The answer is the same when there is no such request, or nothing can be sent.',
    body: z.strictObject({ case_number: caseNumber }),
    reply: ok({ accepted: z.literal(true) }),
    errors: ['claim_refused'],
  }),
  'POST /api/account/claims': endpoint({
    ...signedIn('auth_codes'),
    summary:
      'Claims the profile that staff entered, with one of its case numbers and the code of the text message: all its requests and papers are the caller’s from now on. A code that staff sent is not used up by wrong ones; one that the caller asked for is, by five. Both are valid for 24 hours. Repeating it changes nothing.',
    body: z.strictObject({ case_number: caseNumber, code: z.string().max(20) }),
    reply: ok({ requests: z.number().int() }),
    errors: ['code_not_accepted', 'claim_refused'],
  }),
  'POST /api/admin/beneficiaries/:id/claim-code': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Texts a code to a person who has no sign-in, with which their account claims this profile. It replaces earlier codes of staff.',
    params: byId,
    reply: ok({ phone_ending: z.string(), expires_at: timestamp }),
    errors: ['not_found', 'claim_refused'],
  }),
  'POST /api/admin/claims/:id/undoing': endpoint({
    ...staffWith('administer'),
    summary:
      'Undoes a claim that was not made by the person: the requests go back to the profile, whose id this is. What was seen cannot be taken back.',
    params: byId,
    reply: ok({ id: z.uuid() }),
    errors: ['not_found', 'own_request'],
  }),
} as const
