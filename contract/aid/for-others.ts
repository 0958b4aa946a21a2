/** Requests of someone with an account for another person, who agreed to it. */
import { z } from 'zod'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { nameText, ok, personText, phoneNumber, privacyVersion, termsVersion, timestamp } from '../platform/fields.ts'
import { PROFILE_CHARACTERS_MAX } from '../record/profile-fields.ts'
import { APPLICATION_STATUSES } from './application-fields.ts'
import { HELPER_RELATIONS } from './request-ways.ts'
import { REQUEST_BYTES_MAX, requestContent } from './applications.ts'

/** All that a helper sees of a request. */
const helped = z.strictObject({
  case_number: z.string(),
  created_at: timestamp,
  /** Null once the person signs in for themselves. */
  standing: z
    .strictObject({
      full_name: z.string(),
      status: z.enum(APPLICATION_STATUSES),
      /** By when we decide. Null once decided, and while it waits for the person. */
      due_at: timestamp.nullable(),
      /** Whether the person must send or answer something first. */
      waiting_for_them: z.boolean(),
    })
    .nullable(),
})

export const forOthersEndpoints = {
  'GET /api/applications/for-others': endpoint({
    ...signedIn('accounts'),
    summary: 'Everyone for whom the caller asked, newest first: the state, and nothing else.',
    reply: ok({ items: z.array(helped) }),
  }),
  'POST /api/applications/for-others': endpoint({
    ...signedIn('applications'),
    summary:
      'Asks for another person, who agreed. They get a profile without sign-in, a text message that says who asked, and can take over with a code. Its documents are first uploaded by the caller, and become the person’s. Staff see who asked.',
    body: z.strictObject({
      person: z.strictObject({
        full_name: nameText(PROFILE_CHARACTERS_MAX.full_name).min(1, 'This field is required.'),
        phone: phoneNumber.refine((phone) => phone !== '', 'Enter a telephone number that reaches them.'),
        address: personText(PROFILE_CHARACTERS_MAX.address).trim().min(1, 'This field is required.'),
      }),
      /** How the caller knows the person. */
      relation: z.enum(HELPER_RELATIONS),
      ...requestContent,
      /** Consent of the person, given to the caller. */
      consent: z.literal(true, 'The person must agree before you ask for them.'),
      privacy_version: privacyVersion,
      terms_version: termsVersion.nullish(),
    }),
    bodyBytesMax: REQUEST_BYTES_MAX,
    reply: { status: 201, schema: helped },
    errors: ['own_request', 'idempotency_key_reused', 'too_many_open_requests'],
    idempotent: true,
  }),
} as const
