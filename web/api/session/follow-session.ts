/** Keeps the page's session in step with the auth client. Loaded together with the client. */
import type { AuthChangeEvent, GoTrueClient, Session as StoredSession } from '@supabase/auth-js'
import { forgetAuthClient, loadAuthClient } from './auth-client.ts'
import { bearer } from './bearer.ts'
import { assuranceOf, roleOf } from './assurance.ts'
import { changeSession, readSession } from './session-store.ts'
import { hasStoredSession, nameOf, storedName } from './stored-session.ts'

let following: GoTrueClient | undefined
/** The token that the page's session was made from. */
let token: string | undefined

/** @throws when the client cannot be loaded */
export async function followClient(): Promise<void> {
  const client = await loadAuthClient()
  if (following === client) return
  // Kept whole while another page was open, it has missed who signed in or out there.
  if (!following) window.addEventListener('pageshow', ({ persisted }) => void (persisted && readStored()))
  following = client
  client.onAuthStateChange(take)
}

/** Lets the client go with its session: a refresh that is under way would hold up the next person. @throws when the client cannot be loaded */
export async function followAnew(): Promise<void> {
  forgetAuthClient()
  void following?.dispose()
  await followClient()
}

/** Reads what another tab stored or removed. @throws when the client cannot be loaded */
export async function readStored(): Promise<void> {
  const name = storedName()
  const state = readSession()
  // Another person has signed in: nothing of the one before is shown while the client is busy with them.
  if (name && state.is !== 'out' && state.name !== name) {
    changeSession({ is: 'unknown', name, unreachable: false })
    await followAnew()
  } else await followClient()
  const session = (await following?.getSession())?.data.session ?? null
  if (session) take('SIGNED_IN', session)
  else clearSession()
}

function take(event: AuthChangeEvent, session: StoredSession | null): void {
  if (!session) return clearSession()
  // The client repeats SIGNED_IN whenever the tab comes to the front: nothing has changed, so nothing may move.
  if (event === 'SIGNED_IN' && readSession().is === 'in' && token === session.access_token) return
  token = session.access_token
  void import('./leave-session.ts').catch(console.warn)
  const { user } = session
  changeSession({ is: 'in', user, name: nameOf(user), role: roleOf(user), aal: assuranceOf(session), bearer })
}

function clearSession(): void {
  const state = readSession()
  if (hasStoredSession()) {
    // Still stored: the server could not be reached, and refused nothing. The client keeps retrying.
    if (state.is === 'unknown') changeSession({ ...state, unreachable: true })
    return
  }
  if (state.is === 'out') return
  const wasSignedIn = state.is === 'in' || state.name !== null
  changeSession({ is: 'out', because: wasSignedIn ? 'ended' : 'never' })
}
