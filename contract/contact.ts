/** Writing to the people behind an instance. */
import { z } from 'zod'
import { CONTACT_CHARACTERS_MAX } from './contact-lengths.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, personText } from './fields.ts'

/** Something is left once the space around it is gone. */
function requiredText(charactersMax: number) {
  return personText(charactersMax).trim().min(1, 'Please fill this in.')
}

/** Also on one line. It becomes a part of a mail's header, where a line break would begin another header. */
function requiredLine(charactersMax: number) {
  return requiredText(charactersMax).refine(
    (text) => !/[\t\n\r\u2028\u2029]/.test(text),
    'Please keep this on one line.',
  )
}

export const contactEndpoints = {
  'POST /api/contact-messages': endpoint({
    summary: 'Keeps a message for the people behind this instance, and mails it to their support address.',
    guard: 'anyone',
    body: z.strictObject({
      first_name: requiredLine(CONTACT_CHARACTERS_MAX.first_name),
      last_name: requiredLine(CONTACT_CHARACTERS_MAX.last_name),
      email: personText(CONTACT_CHARACTERS_MAX.email).trim().check(z.email('Please write an e-mail address.')),
      subject: requiredLine(CONTACT_CHARACTERS_MAX.subject),
      message: requiredText(CONTACT_CHARACTERS_MAX.message),
    }),
    reply: { status: 201, schema: z.strictObject({ id: z.uuid(), created_at: timestamp }) },
    errors: ['idempotency_key_reused'],
    limit: 'contact',
    // No money moves, but twenty presses are one message.
    idempotent: true,
  }),
} as const
