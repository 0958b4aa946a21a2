/** The view log of a person's file, as that person sees it. */
import { z } from 'zod'
import { applicationType } from './application-type.ts'
import { OPENED_THINGS } from './opened-things.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { timestamp } from '../platform/fields.ts'
import { countedPageOf, pageQuery } from '../platform/lists.ts'
import { ROLES } from '../record/profile-fields.ts'

const opening = z.strictObject({
  id: z.uuid(),
  opened_at: timestamp,
  /** The role of who opened it, at that time. */
  role: z.enum(ROLES),
  opened: z.enum(OPENED_THINGS),
  /** A message with the person, which pages of before an update call a request. */
  is_message: z.boolean(),
  /** For a request: its kind of aid. */
  application_type: applicationType.nullable(),
  /** For a document: its name, unless it was deleted. */
  filename: z.string().nullable(),
})

/** As JSON: timestamps as text. */
export type OpeningJson = z.input<typeof opening>

export const openingEndpoints = {
  'GET /api/account/openings': endpoint({
    ...signedIn('accounts'),
    summary:
      'Who looked at the caller’s file: each time an administrator opened their profile, a request, a document or a message, newest first.',
    query: pageQuery,
    reply: { status: 200, schema: countedPageOf(opening) },
  }),
} as const
