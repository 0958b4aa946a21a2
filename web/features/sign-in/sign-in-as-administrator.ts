/**
 * Signs in at the administrators' entry. The attempt uses a separate client that stores nothing: only a session with the role
 * becomes this browser's session. A session without it ends at once, and the user signed in here before stays signed in.
 */
import type { SignInWithPasswordCredentials } from '@supabase/auth-js'
import { roleOf } from '../../api/session/assurance.ts'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { STORAGE_KEY } from '../../api/session/stored-session.ts'

/**
 * @returns `granted`; `second_step` if a code is still needed; `no_access` for an account without the role
 * @throws the auth client's error
 */
export async function signInAsAdministrator(
  credentials: SignInWithPasswordCredentials,
): Promise<'granted' | 'second_step' | 'no_access'> {
  const { AuthClient } = await import('@supabase/auth-js')
  const attempt = new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    storageKey: `${STORAGE_KEY}-attempt`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  const { data, error } = await attempt.signInWithPassword(credentials)
  if (error) throw error
  const { user, session } = data
  if (roleOf(user) !== 'admin') {
    const { error: left } = await attempt.signOut({ scope: 'local' })
    if (left) console.warn('The attempt was not signed out. Its session is not stored.', left)
    return 'no_access'
  }
  const client = await loadAuthClient()
  const { error: refused } = await client.setSession(session)
  if (refused) throw refused
  return user.factors?.some(({ status }) => status === 'verified') ? 'second_step' : 'granted'
}
