/** The way of a browser through a provider: from our page to the provider, and back to where it was sent from. */
import type { Provider, SignInWithOAuthCredentials } from '@supabase/auth-js'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { onlyRow } from '../../server/lib/db/db.ts'
import type { authClient } from './auth-client.ts'
import { useAuthServer, type AuthServer } from './auth-server.ts'
import { openLink } from './mails.ts'
import { startOidcProvider, type OidcPerson, type OidcProvider } from './oidc.ts'

type Device = ReturnType<typeof authClient>
type Options = NonNullable<SignInWithOAuthCredentials['options']>

/** Where the server under test is to be reached, as far as links and the provider are concerned. */
export const SITE = 'http://127.0.0.1'

/** Ada, as her provider knows her; with what nobody should believe. */
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
  /** Our address that begins it, as the published client builds it. */
  begin(device: Device, options?: Options): Promise<string>
  /** Opens our address as a browser does, and says where at the provider that leads. */
  leave(address: string): Promise<URL>
  /** From the provider's address back to our callback, and where that leads. */
  comeBack(address: URL): ReturnType<typeof openLink>
  /** The whole way, with the exchange of the code at its end, on a device with PKCE. */
  signInThere(person: OidcPerson, device?: Device): Promise<Device>
  /** A device that keeps a verifier, as ours do. */
  pkceDevice(): Device
  /** Everything that a refusal must leave as it was. */
  state(): Promise<unknown>
}

/** A server with a provider, for a file of tests. */
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
  const leave: OAuthServer['leave'] = async (address) => (await openLink(auth.server, address)).location
  const comeBack: OAuthServer['comeBack'] = async (address) => {
    const { href } = await provider.follow(address.href)
    return openLink(auth.server, href)
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

/** The client's types name its maker's providers. What it sends is what it is given. */
function isProvider(id: string): id is Provider {
  return id !== ''
}

/** @returns what the client takes for the name of a provider */
export function providerNamed(id: string): Provider {
  if (!isProvider(id)) throw new Error('providerNamed: without a name')
  return id
}

export const OIDC = providerNamed('oidc')
