/** HTTP for contact messages. The rules live in contact-messages.ts. */
import { contactEndpoints } from '../../contract/contact.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { sendContactMessage } from './contact-messages.ts'

export function contactRoutes(core: Core) {
  return serveEndpoints(core, contactEndpoints, {
    'POST /api/contact-messages': async ({ body, idempotencyKey }) => {
      const { first_name: firstName, last_name: lastName, email, subject, message } = body
      const words = { firstName, lastName, email, subject, message }
      const { id, createdAt } = await sendContactMessage(core, words, {
        idempotencyKey,
        privacyVersion: body.privacy_version ?? null,
      })
      return { id, created_at: createdAt }
    },
  })
}
