/** HTTP for contact messages, and for the threads on a person's page. The rules live in contact-messages.ts and own-threads.ts. */
import { contactEndpoints } from '../../../contract/office/contact.ts'
import { messageEndpoints } from '../../../contract/office/messages.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { sendContactMessage } from './contact-messages.ts'
import { answerOnPage, readOwnThreads } from './own-threads.ts'

export function contactRoutes(core: Core) {
  return serveEndpoints(
    core,
    { ...contactEndpoints, ...messageEndpoints },
    {
      'GET /api/messages': async ({ caller }) => ({ items: await readOwnThreads(core.db, caller.userId) }),
      'POST /api/messages/:id/answers': ({ body, caller, params, idempotencyKey }) =>
        answerOnPage(core, caller.userId, params.id, { text: body.text, idempotencyKey }),
      'POST /api/contact-messages': async ({ body, idempotencyKey }) => {
        const { first_name: firstName, last_name: lastName, email, subject, message } = body
        const words = { firstName, lastName, email, subject, message }
        const { id, createdAt } = await sendContactMessage(core, words, {
          idempotencyKey,
          privacyVersion: body.privacy_version ?? null,
        })
        return { id, created_at: createdAt }
      },
    },
  )
}
