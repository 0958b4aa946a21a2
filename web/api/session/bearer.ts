/** The access token of the session for calls of our API, renewed when the server no longer accepts it. */
import type { AuthError } from '@supabase/auth-js'
import type { Bearer } from '../authorization.ts'
import { NetworkFailure } from '../client.ts'
import { claimsOf } from './assurance.ts'
import { loadAuthClient } from './auth-client.ts'

export const bearer: Bearer = {
  async token() {
    const client = await load()
    const { data, error } = await client.getSession()
    if (isUnanswered(error)) throw new NetworkFailure({ cause: error })
    // Without a token the server answers 401 with its own message.
    return data.session?.access_token ?? ''
  },
  async renew(refused) {
    const client = await load()
    const { data: stored } = await client.getSession()
    // Another person has signed in since: a call of the one before is never repeated as theirs.
    if (stored.session && stored.session.user.id !== claimsOf(refused)['sub']) return undefined
    // Another tab or the client's own timer has already renewed it.
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

/** The auth server did not reply, or something else replied: nothing is known about the session. */
function isUnanswered(error: AuthError | null): boolean {
  return error?.name === 'AuthRetryableFetchError'
}
