/** The server's reports about itself: configuration for the pages, health, metrics, and the OpenAPI document. */
import type { BooksState } from '../../../contract/office/admin-reports-fields.ts'
import { api } from '../../../contract/api.ts'
import { MESSAGE_CHARACTERS_MAX } from '../../../contract/money/funds.ts'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira } from '../../../contract/platform/money.ts'
import { LANGUAGE_NAMES } from '../../../contract/platform/language-tags.ts'
import { systemEndpoints } from '../../../contract/platform/system.ts'
import type { Core } from '../core.ts'
import { commitProbe } from '../db/commits.ts'
import { AppError } from '../errors.ts'
import { hasRoom } from '../free-bytes.ts'
import { forwardedFor } from '../http/client-address.ts'
import { serveEndpoints } from '../http/endpoints.ts'
import { shownLanguages } from '../languages.ts'
import { openApiDocument } from './openapi.ts'

export interface SystemOptions {
  /** True from the moment the process was asked to stop. */
  stopping: () => boolean
  booksState: () => Promise<BooksState>
}

export function systemRoutes(core: Core, { stopping, booksState }: SystemOptions) {
  const { env } = core
  const canCommit = commitProbe(core.db)
  // Made when it is first asked for: it takes longer than all else of a start.
  let openApi: ReturnType<typeof openApiDocument> | undefined
  return serveEndpoints(core, systemEndpoints, {
    'GET /api/config': () => ({
      mode: env.mode,
      public_key: env.paystack.publicKey ?? 'sandbox',
      languages: shownLanguages(env).map((tag) => ({ tag, name: LANGUAGE_NAMES[tag] })),
      limits: {
        amount_min: koboToNaira(AMOUNT_KOBO_MIN),
        amount_max: koboToNaira(AMOUNT_KOBO_MAX),
        message_characters_max: MESSAGE_CHARACTERS_MAX,
      },
      auth: {
        signup: env.accounts.signup,
        confirm_email: env.accounts.confirmEmail,
        manual_linking: env.accounts.manualLinking,
        phone_factor: env.accounts.phoneFactor,
        phone_sign_in: env.accounts.phoneSignIn,
        providers: env.accounts.oauth.map(({ id, name }) => ({ id, name })),
        captcha: env.accounts.captcha
          ? { provider: env.accounts.captcha.provider, site_key: env.accounts.captcha.siteKey }
          : null,
      },
    }),
    'GET /api/openapi.json': () => (openApi ??= openApiDocument(api, env.publicUrl)),
    'GET /health/live': ({ header }) => ({
      status: 'live' as const,
      proxies: forwardedFor(header('x-forwarded-for')).length,
    }),
    'GET /health/ready': async () => {
      if (stopping()) throw new AppError('unavailable', { detail: 'This process is stopping.' })
      if (!(await canCommit())) throw new AppError('unavailable', { detail: 'The database commits nothing now.' })
      // A small commit still succeeds there, and a gift does not.
      if (env.databaseUrl === undefined && !hasRoom(env.dataDir))
        throw new AppError('unavailable', { detail: 'The disk of DATA_DIR is full.' })
      return { status: 'ready' as const, books: await booksState() }
    },
    'GET /metrics': () => core.metrics.registry.metrics(),
  })
}
