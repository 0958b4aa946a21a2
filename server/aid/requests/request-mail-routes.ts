/** HTTP for mail about requests. The rules are in request-mail.ts. */
import { requestMailEndpoints } from '../../../contract/aid/request-mail.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { confirmAddress, readMailState, stopMail } from './request-mail.ts'

export function requestMailRoutes(core: Core) {
  return serveEndpoints(core, requestMailEndpoints, {
    'GET /api/request-mail': async ({ caller }) => ({ state: await readMailState(core, caller) }),
    'POST /api/request-mail/confirmations': async ({ body }) => {
      await confirmAddress(core, body.token)
      return { done: true as const }
    },
    'POST /api/request-mail/stops': async ({ body }) => {
      await stopMail(core, body.token)
      return { done: true as const }
    },
  })
}
