/** HTTP for the auth protocol. */
import type { Hono } from 'hono'
import { authCalls, type AuthCalls } from '../../../contract/people/auth.ts'
import { userJson, whileLimited } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { PageTemplate } from '../../platform/http/page-template.ts'
import { mayChangeAccount } from './callers.ts'
import { changeUser } from './change-user.ts'
import { challengeFactor, verifyFactor } from './challenges.ts'
import { grantSession } from './token-grants.ts'
import { enrolFactor, removeFactor } from './factors.ts'
import { Cacheable, serveAuthCalls, type AuthRequest, type RedirectTo } from './http.ts'
import { withHashingPlace } from './hashing-queue.ts'
import { unlinkIdentity } from './identities.ts'
import { BARE_LINK_PAGE, showLink } from './link-page.ts'
import { serveUnsupportedEndpoints } from './unsupported-endpoints.ts'
import type { ProviderAnswer } from './oauth/callback.ts'
import { requestReauthentication } from './recent-sign-in.ts'
import { requestSignInCode, signUpByPhone } from './phone-sign-in.ts'
import { requestRecovery } from './recovery.ts'
import { AuthRefusal } from './refusals.ts'
import { requestResend } from './resend.ts'
import { endSessions, sessionJson, SIGN_OUT_SCOPES, type Origin } from './sessions.ts'
import { healthJson, settingsJson } from './settings.ts'
import { signUp } from './sign-up.ts'
import { followLink, verify } from './verify.ts'

/**
 * The auth protocol, to be mounted at `AUTH_PATH`.
 * @param linkPage the built page of a mailed link
 */
export function authRoutes(auth: Auth, linkPage: PageTemplate = BARE_LINK_PAGE): Hono {
  const routes = serveAuthCalls(auth, authCalls, {
    'POST /signup': (call) => {
      const { data, ...request } = mailRequest(call)
      const byPhone = auth.env.accounts.phoneSignIn && request.email === '' && request.phone !== ''
      const sign = byPhone ? signUpByPhone : signUp
      return withHashingPlace(() => sign(auth, { ...request, data: data ?? {} }, call.origin))
    },
    'POST /token': ({ query, body, origin }) => grantSession(auth, query.grant_type, body, origin),
    'POST /logout': (call) => signOut(auth, call),
    'GET /user': ({ caller: { account, limited } }) => userJson(limited ? whileLimited(account) : account),
    'GET /.well-known/jwks.json': async () => new Cacheable({ keys: await auth.signingKeys.published() }, 600),
    'GET /settings': () => settingsJson(auth),
    'GET /health': () => healthJson,

    'POST /recover': async (call) => {
      await requestRecovery(auth, mailRequest(call), call.origin)
      return {}
    },
    'POST /otp': ({ body: { data, create_user: createUser, gotrue_meta_security: captchaToken, ...body }, origin }) =>
      requestSignInCode(auth, { ...body, data: data ?? {}, createsUser: createUser !== false, captchaToken }, origin),
    'POST /resend': (call) => requestResend(auth, mailRequest(call), call.origin),
    'POST /verify': ({ body, origin }) => verify(auth, body, origin),
    'GET /verify': ({ query: { redirect_to: redirectTo, ...link }, header }) =>
      showLink(auth, linkPage, { ...link, redirectTo, referer: header('referer') }),
    'POST /verify/link': ({ body: { redirect_to: redirectTo, ...link }, origin }) =>
      followLink(auth, { ...link, redirectTo, referer: undefined }, origin),
    'PUT /user': async ({ caller, body, query, header, origin }) => {
      const from = { redirectTo: query.redirect_to, referer: header('referer') }
      return userJson(await withHashingPlace(() => changeUser(auth, caller, { ...body, ...from }, origin)))
    },
    'GET /reauthenticate': async ({ caller, origin }) => {
      await requestReauthentication(auth, caller, origin)
      return {}
    },
    'GET /user/identities/authorize': async ({ caller, query, header }) => {
      const { authorizeLinking } = await import('./oauth/authorize.ts')
      return authorizeLinking(auth, caller, query, header('referer'))
    },
    'DELETE /user/identities/:identity_id': async ({ caller, params }) => {
      await unlinkIdentity(auth, caller, params['identity_id'] ?? '')
      return {}
    },
    // The provider code is loaded on first use: most instances have no provider.
    'GET /authorize': async ({ query, header }) => {
      const { authorize } = await import('./oauth/authorize.ts')
      return authorize(auth, query, header('referer'))
    },
    'GET /callback': ({ query, origin }) => callBack(auth, query, origin),
    'POST /callback': ({ body, origin }) => callBack(auth, body, origin),
    'POST /factors': ({ caller, body }) => enrolFactor(auth, caller, body),
    'DELETE /factors/:factor_id': ({ caller, params }) => removeFactor(auth, caller, params['factor_id'] ?? ''),
    'POST /factors/:factor_id/challenge': ({ caller, params, body, origin }) =>
      challengeFactor(auth, caller, params['factor_id'] ?? '', body.channel, origin),
    'POST /factors/:factor_id/verify': async ({ caller, params, body, origin }) =>
      sessionJson(auth, await verifyFactor(auth, caller, params['factor_id'] ?? '', body, origin)),
  })
  serveUnsupportedEndpoints(auth, routes)
  return routes
}

async function callBack(auth: Auth, answer: ProviderAnswer, origin: Origin): Promise<RedirectTo> {
  const { handleCallback } = await import('./oauth/callback.ts')
  return handleCallback(auth, answer, origin)
}

interface MailCall<Body> {
  readonly body: Body
  readonly query: { readonly redirect_to: string }
  readonly header: (name: string) => string | undefined
}

/** A request that may send a mail: its body, with the captcha token renamed, and where the mailed link leads. */
function mailRequest<Body extends { gotrue_meta_security: string }>({ body, query, header }: MailCall<Body>) {
  const { gotrue_meta_security: captchaToken, ...request } = body
  return { ...request, captchaToken, redirectTo: query.redirect_to, referer: header('referer') }
}

async function signOut(auth: Auth, { query, caller }: AuthRequest<AuthCalls['POST /logout']>): Promise<null> {
  const scope = SIGN_OUT_SCOPES.find((known) => known === (query.scope || 'global'))
  if (!scope) throw new AuthRefusal('unsupported_scope', { message: `Unsupported logout scope "${query.scope}"` })
  const { account, sessionId, limited } = caller
  // Before the new password is saved, the session of a recovery ends itself alone.
  if (account.recovering && scope === 'others') throw new AuthRefusal('password_first')
  // The number may have a new owner, who ends no session of the person.
  if (limited && scope !== 'local') throw new AuthRefusal('second_fact_first')
  const ended = account.recovering ? 'local' : scope
  if (ended !== 'local' && !mayChangeAccount(caller)) throw new AuthRefusal('aal2_to_end_sessions')
  await endSessions(auth.db, account.id, ended, sessionId)
  return null
}
