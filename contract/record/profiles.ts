/** Profiles. They also hold the role, which only the server writes. */
import { z } from 'zod'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { LANGUAGE_CHOICES } from '../platform/language-tags.ts'
import { personText, phoneNumber, timestamp, nameText } from '../platform/fields.ts'
import { BIRTH_YEAR_MAX, BIRTH_YEAR_MIN, PROFILE_CHARACTERS_MAX, ROLES, YEAR_SENTENCE } from './profile-fields.ts'

const profile = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  bio: z.string(),
  /** Asked for when the telephone number that signs in may have a new owner. Null: not given. */
  birth_year: z.int().nullable(),
  /** Language of our texts and mails about requests. Null: not chosen, so that of the request counts. */
  language: z.enum(LANGUAGE_CHOICES).nullable(),
  role: z.enum(ROLES),
  is_approved: z.boolean(),
  created_at: timestamp,
})

export const profileEndpoints = {
  'GET /api/profile': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s profile. Fields without a value are empty.',
    reply: { status: 200, schema: profile },
  }),
  'PUT /api/profile': endpoint({
    ...signedIn('accounts'),
    whenSending: true,
    summary: 'Saves the given fields and leaves the others unchanged. An empty string clears a field.',
    body: z.strictObject({
      full_name: nameText(PROFILE_CHARACTERS_MAX.full_name).optional(),
      phone: phoneNumber.optional(),
      address: personText(PROFILE_CHARACTERS_MAX.address).trim().optional(),
      bio: personText(PROFILE_CHARACTERS_MAX.bio).trim().optional(),
      /** Null clears it. */
      birth_year: z.int().min(BIRTH_YEAR_MIN, YEAR_SENTENCE).max(BIRTH_YEAR_MAX, YEAR_SENTENCE).nullish(),
      /** Null leaves it to the language of each request. */
      language: z.enum(LANGUAGE_CHOICES).nullish(),
    }),
    reply: { status: 200, schema: profile },
  }),
} as const
