/** The platform: health, metrics, the API document, the outboxes. */
import { createMailer, mailSender } from '../mail/mailer.ts'
import { mailOutbox } from '../mail/outbox.ts'
import type { Core } from '../core.ts'
import type { Domain } from '../domain.ts'
import { rateLimitsCleanup } from '../rate-limits.ts'
import { previewsCleanup } from '../rendering/previews.ts'
import { smsOutbox } from '../sms/outbox.ts'
import { createTextSender } from '../sms/sender.ts'
import { textWebhookRoutes, type OnReply } from '../sms/webhook-routes.ts'
import { referenceRoutes } from './reference.ts'
import { systemRoutes, type SystemOptions } from './routes.ts'

export const platformDomain = (core: Core, options: SystemOptions & { readonly onReply: OnReply }): Domain => ({
  routes: [systemRoutes(core, options), referenceRoutes(), textWebhookRoutes(core, options.onReply)],
  jobs: [
    ...mailOutbox.jobs(createMailer(core.env, () => mailSender(core))),
    ...smsOutbox.jobs(createTextSender(core.env)),
    rateLimitsCleanup,
    previewsCleanup,
  ],
  accountParts: [],
})
