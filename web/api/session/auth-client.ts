/**
 * The one auth client of this page, loaded when somebody needs it. It is a large library, and whoever only reads or gives
 * never waits for it.
 */
import type { GoTrueClient } from '@supabase/auth-js'
import { STORAGE_KEY } from './stored-session.ts'

let loading: Promise<GoTrueClient> | undefined

/** @throws when the library cannot be fetched; the next caller then tries again */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= makeClient().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  return loading
}

async function makeClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  return new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    storageKey: STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    // A mailed link or another sign-in comes back with a code, and only this browser holds the other half of it.
    detectSessionInUrl: true,
    flowType: 'pkce',
  })
}
