/**
 * A real OpenID provider over HTTP. It signs in the person that a test chooses, without asking,
 * and can be told to refuse, to forge tokens or to be unavailable. It accepts any local port in the redirect address,
 * so that browser tests can use it too.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { z } from 'zod'
import { freePort } from './free-port.ts'

/** Claims of the provider about a person. */
export interface OidcPerson {
  readonly sub: string
  readonly email?: string
  /** Some providers send it as text. */
  readonly email_verified?: unknown
  readonly name?: string
  readonly [claim: string]: unknown
}

export interface OidcProvider {
  readonly issuer: string
  /** For the environment of a server that uses it. */
  readonly variables: Record<string, string>
  /** Sets the person that it signs in. */
  signsIn(person: OidcPerson): void
  /** From now on it redirects people back with an error. */
  refuses(error: string, description: string): void
  /** From now on it changes its id tokens after signing them. */
  forges(change: (idToken: string) => string): void
  /** From now on it closes every connection, until `signsIn` is called. */
  goesAway(): void
  /** Follows redirects as a browser does, from an authorization request to the address that leads back to us. */
  follow(address: string): Promise<URL>
  close(): Promise<void>
}

/** How it treats the people who arrive. */
interface Mood {
  person?: OidcPerson
  refusal?: { error: string; error_description: string }
  forge?: (idToken: string) => string
  away?: true
}

export const OIDC_CLIENT = { id: 'taimako', secret: 'a secret that both know' }

export async function startOidcProvider(): Promise<OidcProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  let mood: Mood = {}
  const provider = createProvider(issuer, () => mood)
  const serve = provider.callback()
  const server = createServer((request, response) => {
    if (mood.away) request.socket.destroy()
    else if (request.url?.startsWith('/interaction/')) void interact(provider, mood, request, response)
    else void serve(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    issuer,
    variables: {
      OAUTH_OIDC_ISSUER: issuer,
      OAUTH_OIDC_CLIENT_ID: OIDC_CLIENT.id,
      OAUTH_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
      OAUTH_OIDC_NAME: 'Example ID',
    },
    signsIn: (person) => void (mood = { person }),
    refuses: (error, description) => void (mood = { ...mood, refusal: { error, error_description: description } }),
    forges: (forge) => void (mood = { ...mood, forge }),
    goesAway: () => void (mood = { ...mood, away: true }),
    follow: (address) => follow(issuer, address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createProvider(issuer: string, mood: () => Mood): Provider {
  const people = new Map<string, OidcPerson>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        // For a native client, any port of the machine is allowed.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/auth/v1/callback', 'http://localhost/auth/v1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    // Includes claims that we must not trust.
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture', 'role', 'is_admin', 'app_metadata'],
    },
    cookies: { keys: ['a key for cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount(_context, sub) {
      const { person } = mood()
      if (person?.sub === sub) people.set(sub, person)
      return { accountId: sub, claims: () => ({ ...people.get(sub), sub }) }
    },
    // Consent is given automatically, unless the request asks for a prompt.
    async loadExistingGrant({ oidc: { session, client, provider, params, result } }) {
      const given = result?.consent?.grantId
      if (given !== undefined) return provider.Grant.find(given)
      return newGrant(provider, session?.accountId, client?.clientId, Scope.parse(params?.['scope']))
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
  })
  provider.use(async (context, next) => {
    await next()
    const { forge } = mood()
    const answer = TokenAnswer.safeParse(context.body)
    if (forge && answer.success) context.body = { ...answer.data, id_token: forge(answer.data.id_token) }
  })
  return provider
}

const Scope = z.string().catch('')
const TokenAnswer = z.looseObject({ id_token: z.string() })

async function newGrant(
  provider: Provider,
  accountId: string | undefined,
  clientId: string | undefined,
  scope: string,
) {
  const grant = new provider.Grant({ ...(accountId && { accountId }), ...(clientId && { clientId }) })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

/** Stands in for the provider's pages on which people sign in and consent. */
async function interact(
  provider: Provider,
  { person, refusal }: Mood,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (refusal) return provider.interactionFinished(request, response, refusal)
  if (!person) throw new Error('the provider was not told whom to sign in')
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }
  const scope = Scope.parse(params['scope'])
  const grant = await newGrant(provider, session?.accountId, OIDC_CLIENT.id, scope)
  await provider.interactionFinished(request, response, { consent: { grantId: grant.jti } })
}

async function follow(issuer: string, address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  for (let steps = 0; at.origin === issuer; steps += 1) {
    if (steps === 10) throw new Error(`the provider redirects in a circle, at ${at.href}`)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
  }
  return at
}
