/** The parameters a page reads from the URL it is redirected to (docs/protocols/auth.md section 5.8): a session or an error. */
import type { Auth } from './auth.ts'
import type { AuthRefusal } from './refusals.ts'
import { sessionJson, type OpenedSession } from './sessions.ts'

/** The session, for the fragment. */
export async function sessionParams(auth: Auth, opened: OpenedSession): Promise<Record<string, string>> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await sessionJson(auth, opened)
  return {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
  }
}

const ERRORS: Partial<Record<AuthRefusal['status'], string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The OAuth error for a refusal's status; most statuses have none. */
export function oauthErrorFor(status: AuthRefusal['status']): string | undefined {
  return ERRORS[status]
}
