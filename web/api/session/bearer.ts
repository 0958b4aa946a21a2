/** Names the signed-in person to our own API: by the access token, renewed once when the server does not take it any more. */
import type { AuthError } from '@supabase/auth-js'
import type { Bearer } from '../authorization.ts'
import { NetworkFailure } from '../client.ts'
import { loadAuthClient } from './auth-client.ts'

export const bearer: Bearer = {
  async token() {
    const client = await load()
    const { data, error } = await client.getSession()
    if (isUnanswered(error)) throw new NetworkFailure({ cause: error })
    // Without one the server answers 401, and says so in its own words.
    return data.session?.access_token ?? ''
  },
  async renew(refused) {
    const client = await load()
    const { data: stored } = await client.getSession()
    // Another tab, or the client's own clock, was quicker.
    if (stored.session && stored.session.access_token !== refused) return stored.session.access_token
    const { data, error } = await client.refreshSession()
    if (isUnanswered(error)) throw new NetworkFailure({ cause: error })
    if (data.session) return data.session.access_token
    await bearer.end()
    return undefined
  },
  async end() {
    const client = await load()
    await client.signOut({ scope: 'local' })
  },
}

async function load() {
  try {
    return await loadAuthClient()
  } catch (cause) {
    throw new NetworkFailure({ cause })
  }
}

/** The auth server did not answer, or not as itself: nothing is known about the session. */
function isUnanswered(error: AuthError | null): boolean {
  return error?.name === 'AuthRetryableFetchError'
}
