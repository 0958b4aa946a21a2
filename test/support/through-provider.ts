/** Signs in through an OpenID provider as a browser does: from our page to the provider and back. */
import type { Provider, SignInWithOAuthCredentials } from '@supabase/auth-js'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { onlyRow } from '../../server/platform/db/db.ts'
import type { authClient } from './auth-client.ts'
import { useAuthServer, type AuthServer } from './auth-server.ts'
import { visit } from './mails.ts'
import { startOidcProvider, type OidcPerson, type OidcProvider } from './oidc.ts'

type Device = ReturnType<typeof authClient>
type Options = NonNullable<SignInWithOAuthCredentials['options']>

/** The server's public address, for links and for the provider. */
export const SITE = 'http://127.0.0.1'

/** Ada, as her provider describes her, with claims that we must not trust. */
export const ADA_THERE: OidcPerson = {
  sub: 'ada-0001',
  email: 'ada@mail.example',
  email_verified: true,
  name: 'Ada Obi',
  picture: 'https://pictures.example/ada.png',
  role: 'admin',
  is_admin: true,
  app_metadata: { role: 'admin' },
}

export const BELLO_THERE: OidcPerson = {
  sub: 'bello-0002',
  email: 'bello@mail.example',
  email_verified: true,
  name: 'Bello Musa',
}

export interface OAuthServer extends AuthServer {
  readonly provider: OidcProvider
  /** Our address that starts the sign-in, as the published client builds it. */
  begin(device: Device, options?: Options): Promise<string>
  /** Opens our address as a browser does. @returns where it redirects at the provider */
  leave(address: string): Promise<URL>
  /** Goes from the provider's address back to our callback. @returns where that redirects */
  comeBack(address: URL): ReturnType<typeof visit>
  /** The whole sign-in with PKCE, including the exchange of the code. */
  signInThere(person: OidcPerson, device?: Device): Promise<Device>
  /** A device that uses PKCE, as our pages do. */
  pkceDevice(): Device
  /** Everything that a refusal must not change. */
  state(): Promise<unknown>
}

/** One server with a provider for a file of tests. */
export async function useOAuthServer(variables: Record<string, string> = {}): Promise<OAuthServer> {
  const provider = await startOidcProvider()
  afterAll(() => provider.close())
  const auth = useAuthServer({ PUBLIC_URL: SITE, ...provider.variables, ...variables })
  const pkceDevice = () => auth.device({ flowType: 'pkce' })
  const begin: OAuthServer['begin'] = async (device, options = {}) => {
    const { data, error } = await device.signInWithOAuth({
      provider: OIDC,
      options: { redirectTo: `${SITE}/login`, ...options, skipBrowserRedirect: true },
    })
    if (error) throw error
    return data.url
  }
  const leave: OAuthServer['leave'] = async (address) => (await visit(auth.server, address)).location
  const comeBack: OAuthServer['comeBack'] = async (address) => {
    const { href } = await provider.follow(address.href)
    return visit(auth.server, href)
  }
  return {
    get server() {
      return auth.server
    },
    device: (options) => auth.device(options),
    signedUp: (person) => auth.signedUp(person),
    provider,
    pkceDevice,
    begin,
    leave,
    comeBack,
    async signInThere(person, device = pkceDevice()) {
      provider.signsIn(person)
      const { query } = await comeBack(await leave(await begin(device)))
      const { error } = await device.exchangeCodeForSession(query['code'] ?? '')
      if (error) throw error
      return device
    },
    async state() {
      const { state } = await onlyRow(
        auth.server.core.db,
        sql`select json_build_object(
              'users', (select json_agg(users order by id) from users),
              'profiles', (select json_agg(profiles order by id) from profiles),
              'identities', (select json_agg(identities order by id) from identities),
              'factors', (select json_agg(factors order by id) from factors),
              'sessions', (select json_agg(sessions order by id) from sessions),
              'mails', (select count(*) from outgoing_mail)) as state`,
        z.object({ state: z.unknown() }),
      )
      return state
    },
  }
}

/** The client's type lists known providers only, but it sends any name. */
function isProvider(id: string): id is Provider {
  return id !== ''
}

/** @returns the name, with the type that the client requires */
export function providerNamed(id: string): Provider {
  if (!isProvider(id)) throw new Error('providerNamed: without a name')
  return id
}

export const OIDC = providerNamed('oidc')
