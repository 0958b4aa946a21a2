/**
 * Calls that the client has and we do not serve: each answers a code, so that an app sees why, not a page of HTML
 * (docs/protocols/auth.md section 13).
 */
import type { Hono } from 'hono'
import type { Auth } from './auth.ts'
import { requireSignedIn } from './callers.ts'
import { AuthRefusal, type RefusalName } from './refusals.ts'

const UNSUPPORTED_ENDPOINTS = {
  'POST /otp': 'otp_disabled',
  'POST /magiclink': 'otp_disabled',
  'POST /sso': 'saml_disabled',
  'ALL /sso/*': 'saml_disabled',
  'ALL /passkeys': 'passkey_disabled',
  'ALL /passkeys/*': 'passkey_disabled',
  'ALL /oauth/*': 'oauth_server_disabled',
  'ALL /user/oauth/*': 'oauth_server_disabled',
} as const satisfies Record<string, RefusalName>

/** Only administrators of the protocol's own kind could call these, and there are none: ours work in our own API. */
const ADMIN_PATHS = ['/admin/*', '/invite', '/generate_link']

/** Adds them to the routes of the protocol. Of its administrators' calls a signed-in person hears `not_admin`. */
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
  routes.get('/reauthenticate', async (c) => {
    await requireSignedIn(auth, c.req.header('authorization'), c.req.header('x-jwt-aud'))
    throw new AuthRefusal('reauthentication_disabled')
  })
  routes.all('*', () => {
    throw new AuthRefusal('not_found')
  })
}
