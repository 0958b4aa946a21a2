/** HTTP for what the providers of text messages report. */
import { textWebhookEndpoints } from '../../../contract/platform/text-webhooks.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import { serveEndpoints } from '../http/endpoints.ts'
import { countRequest } from '../rate-limits.ts'
import { applyReport } from './reports.ts'
import { stopNumber } from './stopped-numbers.ts'
import {
  hasKey,
  isSignedByTermii,
  readAfricastalking,
  readTermii,
  webhookSecretOf,
  type TextEvent,
  type TextReply,
} from './webhooks.ts'

export type OnReply = (reply: TextReply) => Promise<void>

/** @param onReply handles a reply by text message */
export function textWebhookRoutes(core: Core, onReply: OnReply) {
  return serveEndpoints(core, textWebhookEndpoints, {
    'POST /webhooks/texts/termii': ({ bytes, header, client }) =>
      receive(core, readTermii(bytes), {
        isTrusted: isSignedByTermii(webhookSecretOf(core, 'termii'), bytes, header('x-termii-signature')),
        client,
        onReply,
      }),
    'POST /webhooks/texts/africastalking': ({ bytes, query, client }) =>
      receive(core, readAfricastalking(bytes), {
        isTrusted: hasKey(webhookSecretOf(core, 'africastalking'), query.key),
        client,
        onReply,
      }),
  })
}

async function receive(
  core: Core,
  event: TextEvent | null,
  { isTrusted, client, onReply }: { readonly isTrusted: boolean; readonly client: string; readonly onReply: OnReply },
): Promise<{ received: true }> {
  if (!isTrusted) {
    await countRequest(core, 'bad_signatures', client)
    throw new AppError('invalid_signature')
  }
  if (event?.is === 'report') await applyReport(core, event)
  if (event?.is === 'reply') await onReply(event)
  if (event?.is === 'stop') await stopNumber(core, event.number)
  return { received: true }
}
