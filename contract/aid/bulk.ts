/** Assigns or closes many requests at once: tried dry first, then made in one transaction. Never an approval, nor a free rejection. */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { applicationType } from './application-type.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok } from '../platform/fields.ts'
import { isErrorCode } from '../platform/errors.ts'
import { BULK_ROWS_MAX } from './queue-fields.ts'

const asShown = {
  /**
   * The version of the template that the caller has read, for each kind of aid. Once the template has changed, the request is refused:
   * applicants get the words that the caller saw. If this is left out, they get the newest version.
   */
  template_versions: z.record(applicationType, z.number().int().positive()).optional(),
}

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('assign'), to: z.uuid().nullable() }),
  /** Rejects with the template for it. Only after an earlier request of the same person, or of a possible duplicate, that is not rejected. */
  z.strictObject({ kind: z.literal('close_duplicate'), ...asShown }),
  /** Rejects with the template for it. Only requests that wait for the applicant for 30 days. */
  z.strictObject({ kind: z.literal('close_unanswered'), ...asShown }),
  /** Takes back the caller's last closing, while its letter waits. Never an approval. */
  z.strictObject({ kind: z.literal('take_back') }),
])

export const bulkEndpoints = {
  'POST /api/admin/queue/changes': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Assigns or closes up to 100 requests in one transaction, each by its version. What cannot be changed stays, and its row says why. `dry_run` answers the same and changes nothing.',
    body: z.strictObject({
      dry_run: z.boolean(),
      rows: z
        .array(z.strictObject({ id: z.uuid(), expected_version: z.number().int().positive() }))
        .min(1, 'Choose at least one request.')
        .max(BULK_ROWS_MAX, `Choose at most ${BULK_ROWS_MAX} requests.`)
        .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'Name each request once.'),
      change,
    }),
    bodyBytesMax: 64 * 1024,
    reply: ok({
      changed: z.number().int(),
      refused: z.number().int(),
      /** In the order of the call. */
      rows: z.array(
        z.strictObject({
          id: z.uuid(),
          /** Null when it is changed, or would be; else the code of the refusal. */
          refusal: z.string().refine(isErrorCode).nullable(),
          /** The `expected_version` to send next; null when there is no such request. */
          version: z.number().int().nullable(),
        }),
      ),
    }),
  }),
} as const
