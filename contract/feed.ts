/** What staff's open pages are told while they are open. */
import { z } from 'zod'
import { staffWith } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { STAFF_EVENT_KINDS } from './queue-fields.ts'

/** The longest time that one call stays open. */
export const FEED_SECONDS_MAX = 300
const SENTENCE = `Enter a number of seconds from 0 to ${FEED_SECONDS_MAX}.`

/**
 * One event. It names no one: a page that shows the request reads it again.
 * `assigned`: `to` is the new owner. `held`: `to` holds the request now, null when it was released.
 */
export const staffEvent = z.strictObject({
  kind: z.enum(STAFF_EVENT_KINDS),
  application_id: z.uuid(),
  version: z.number().int().nullable(),
  by: z.uuid().nullable(),
  to: z.uuid().nullable(),
})
export type StaffEvent = z.output<typeof staffEvent>

export const feedEndpoints = {
  'GET /api/admin/feed': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Changes of requests as server-sent events, each a `StaffEvent` as JSON, told within two seconds. The answer begins with `: open`; then load anew what is on the screen. It ends after `seconds`: call again.',
    query: z.strictObject({
      seconds: z
        .string()
        .regex(/^\d{1,3}$/, SENTENCE)
        .transform(Number)
        .refine((seconds) => seconds <= FEED_SECONDS_MAX, SENTENCE)
        .default(0),
    }),
    reply: {
      status: 200,
      schema: z.custom<AsyncIterable<string>>(),
      contentType: 'text/event-stream',
      streamed: true,
    },
    errors: [],
  }),
} as const
