/** Requests that staff enter for people who cannot send them: who come, call, or are visited. */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { BEYOND_REASON_CHARACTERS_MAX } from './application-fields.ts'
import { INTAKE_CHANNELS } from './request-ways.ts'
import { REQUEST_BYTES_MAX, requestContent } from './applications.ts'
import { endpoint } from '../platform/endpoint.ts'
import { created, personText, privacyVersion, timestamp, phoneNumber, nameText } from '../platform/fields.ts'
import { PROFILE_CHARACTERS_MAX } from '../record/profile-fields.ts'

/** Whom the request is for. */
const person = z.discriminatedUnion('is', [
  /** `id`: of the profile of a beneficiary. */
  z.strictObject({ is: z.literal('known'), id: z.uuid() }),
  /** Gets a profile without e-mail address and sign-in. */
  z.strictObject({
    is: z.literal('new'),
    full_name: nameText(PROFILE_CHARACTERS_MAX.full_name).min(1, 'This field is required.'),
    phone: phoneNumber,
    address: personText(PROFILE_CHARACTERS_MAX.address).trim().min(1, 'This field is required.'),
  }),
])

export const intakeEndpoints = {
  'POST /api/admin/applications': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Enters a request for someone who cannot send it. Its documents are first uploaded by the caller, and become the applicant’s. The caller can then not decide it.',
    body: z.strictObject({
      channel: z.enum(INTAKE_CHANNELS),
      person,
      ...requestContent,
      /** Why it is entered although the household has as many requests as it may have. It becomes a note on the request. */
      beyond_reason: personText(BEYOND_REASON_CHARACTERS_MAX).trim().min(1, 'This field is required.').nullish(),
      /** The caller has read the privacy notice to the person, who agrees to it. */
      consent: z.literal(true, 'The person must agree before the request is entered.'),
      privacy_version: privacyVersion,
    }),
    bodyBytesMax: REQUEST_BYTES_MAX,
    reply: created({
      id: z.uuid(),
      /** For the slip that the person takes with them. */
      case_number: z.string(),
      user_id: z.uuid(),
      /** Null once the request was erased. */
      profile_id: z.uuid().nullable(),
      /** False: their account can claim the profile with a code (contract/aid/claims.ts). */
      can_sign_in: z.boolean(),
      full_name: z.string(),
      created_at: timestamp,
    }),
    errors: ['not_found', 'own_request', 'idempotency_key_reused', 'too_many_open_requests'],
    idempotent: true,
  }),
} as const
