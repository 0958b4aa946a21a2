/** Messages about their requests as applicants read and answer them on their page. */
import { z } from 'zod'
import { REPLY_CHARACTERS_MAX } from './admin-reports-fields.ts'
import { byId } from '../platform/administration.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, personText, timestamp } from '../platform/fields.ts'

const ownMessage = z.strictObject({
  id: z.uuid(),
  from: z.enum(['us', 'you']),
  text: z.string(),
  created_at: timestamp,
})

const ownThread = z.strictObject({
  id: z.uuid(),
  application_id: z.uuid(),
  case_number: z.string(),
  subject: z.string(),
  /** Oldest first. */
  messages: z.array(ownMessage),
})

export const messageEndpoints = {
  'GET /api/messages': endpoint({
    ...signedIn('accounts'),
    summary:
      'What staff and the caller wrote each other about the caller’s requests: the thread with the newest message first, at most 50.',
    reply: ok({ items: z.array(ownThread) }),
  }),
  'POST /api/messages/:id/answers': endpoint({
    ...signedIn('applications'),
    summary:
      'Answers in a thread of the caller. It is unanswered for staff then, and wakes a request that was set aside.',
    params: byId,
    body: z.strictObject({ text: personText(REPLY_CHARACTERS_MAX).trim().min(1, 'This field is required.') }),
    reply: { status: 201, schema: ownMessage },
    errors: ['not_found', 'idempotency_key_reused'],
    // A person reads each one, and a lost answer must not make two.
    idempotent: true,
  }),
} as const
