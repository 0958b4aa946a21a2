/** `POST /token`: all grant types. */
import type { Auth } from './auth.ts'
import { exchangeAuthCode } from './flows.ts'
import { withHashingPlace } from './hashing-queue.ts'
import { linkIdentity } from './oauth/link.ts'
import { refreshSession } from './refresh.ts'
import { AuthRefusal } from './refusals.ts'
import type { OpenedSession, Origin } from './sessions.ts'
import { sessionJson } from './sessions.ts'
import { signInWithPassword } from './sign-in.ts'

/** `POST /token`, for any grant type. An empty string is a field that was not sent. */
export interface TokenRequest {
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly refresh_token: string
  readonly auth_code: string
  readonly code_verifier: string
  /** The captcha token. */
  readonly gotrue_meta_security: string
}

/** @throws AuthRefusal those of the grant type, or `unsupported_grant` for an unknown one */
export async function grantSession(auth: Auth, grantType: string, request: TokenRequest, origin: Origin) {
  if (grantType === 'pkce') {
    const { auth_code: code, code_verifier: verifier } = request
    const { opened, tokens } = await exchangeAuthCode(auth, code, verifier, origin, linkIdentity)
    return { ...(await sessionJson(auth, opened)), ...tokens }
  }
  return sessionJson(auth, await openSessionBy(auth, grantType, request, origin))
}

function openSessionBy(auth: Auth, grantType: string, request: TokenRequest, origin: Origin): Promise<OpenedSession> {
  const { email, phone, password, gotrue_meta_security: captchaToken } = request
  switch (grantType) {
    case 'password':
      return withHashingPlace(() => signInWithPassword(auth, { email, phone, password, captchaToken }, origin))
    case 'refresh_token':
      return refreshSession(auth, request.refresh_token, origin)
    case 'id_token':
      throw new AuthRefusal('id_token_disabled')
    case 'web3':
      throw new AuthRefusal('web3_disabled')
    default:
      throw new AuthRefusal('unsupported_grant')
  }
}
