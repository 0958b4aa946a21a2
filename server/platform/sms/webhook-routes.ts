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
} from './webhooks.ts'

export function textWebhookRoutes(core: Core) {
  return serveEndpoints(core, textWebhookEndpoints, {
    'POST /webhooks/texts/termii': ({ bytes, header, client }) =>
      receive(core, readTermii(bytes), {
        isTrusted: isSignedByTermii(webhookSecretOf(core, 'termii'), bytes, header('x-termii-signature')),
        client,
      }),
    'POST /webhooks/texts/africastalking': ({ bytes, query, client }) =>
      receive(core, readAfricastalking(bytes), {
        isTrusted: hasKey(webhookSecretOf(core, 'africastalking'), query.key),
        client,
      }),
  })
}

async function receive(
  core: Core,
  event: TextEvent | null,
  { isTrusted, client }: { readonly isTrusted: boolean; readonly client: string },
): Promise<{ received: true }> {
  if (!isTrusted) {
    await countRequest(core, 'bad_signatures', client)
    throw new AppError('invalid_signature')
  }
  if (event?.is === 'report') await applyReport(core, event)
  if (event?.is === 'stop') await stopNumber(core, event.number)
  return { received: true }
}
