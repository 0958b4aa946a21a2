/** Contact messages. */
import { z } from 'zod'
import { CONTACT_CHARACTERS_MAX } from './contact-lengths.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { created, emailAddress, privacyVersion, timestamp, personText, nameText } from '../platform/fields.ts'

/** Not empty after trimming. */
function requiredText(charactersMax: number) {
  return personText(charactersMax).trim().min(1, 'This field is required.')
}

/** A single line: it becomes part of a mail header, where a line break would start another header. */
function requiredLine(charactersMax: number) {
  return nameText(charactersMax)
    .min(1, 'This field is required.')
    .refine((text) => !/[\t\n\r\u2028\u2029]/.test(text), 'Enter a single line.')
}

export const contactEndpoints = {
  'POST /api/contact-messages': endpoint({
    ...anyone('contact'),
    summary: 'Stores a message to the support team and mails it to the support address.',
    body: z.strictObject({
      first_name: requiredLine(CONTACT_CHARACTERS_MAX.first_name),
      last_name: requiredLine(CONTACT_CHARACTERS_MAX.last_name),
      email: emailAddress,
      subject: requiredLine(CONTACT_CHARACTERS_MAX.subject),
      message: requiredText(CONTACT_CHARACTERS_MAX.message),
      privacy_version: privacyVersion.nullish(),
    }),
    reply: created({ id: z.uuid(), created_at: timestamp }),
    errors: ['idempotency_key_reused'],
    // No money moves, but pressing twice must not send two messages.
    idempotent: true,
  }),
} as const
