/**
 * Endpoints of the client's protocol that we do not offer. Each answers with an error code, so that an app can tell why, instead
 * of an HTML page (docs/protocols/auth.md section 13).
 */
import type { Hono } from 'hono'
import type { Auth } from './auth.ts'
import { requireSignedIn } from './callers.ts'
import { AuthRefusal, type RefusalName } from './refusals.ts'

const UNSUPPORTED_ENDPOINTS = {
  'POST /magiclink': 'otp_disabled',
  'POST /sso': 'saml_disabled',
  'ALL /sso/*': 'saml_disabled',
  'ALL /passkeys': 'passkey_disabled',
  'ALL /passkeys/*': 'passkey_disabled',
  'ALL /oauth/*': 'oauth_server_disabled',
  'ALL /user/oauth/*': 'oauth_server_disabled',
} as const satisfies Record<string, RefusalName>

/** The protocol's own administration calls. Our administrators use our own API instead. */
const ADMIN_PATHS = ['/admin/*', '/invite', '/generate_link']

/** Adds these routes. A signed-in user gets `not_admin` from the administration calls. */
export function serveUnsupportedEndpoints(auth: Auth, routes: Hono): void {
  for (const [key, refusal] of Object.entries(UNSUPPORTED_ENDPOINTS)) {
    const [method = '', path = ''] = key.split(' ')
    const answer = () => {
      throw new AuthRefusal(refusal)
    }
    if (method === 'ALL') routes.all(path, answer)
    else routes.on(method, path, answer)
  }
  for (const path of ADMIN_PATHS) {
    routes.all(path, async (c) => {
      await requireSignedIn(auth, c.req.header('authorization'), c.req.header('x-jwt-aud'))
      throw new AuthRefusal('not_admin')
    })
  }
  routes.all('*', () => {
    throw new AuthRefusal('not_found')
  })
}
