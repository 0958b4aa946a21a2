/** The one auth client of this page, loaded on demand. It is a large library, and visitors who only read or give never load it. */
import type { GoTrueClient } from '@supabase/auth-js'
import { STORAGE_KEY } from './stored-session.ts'

export const authAddress = () => `${window.location.origin}/auth/v1`

let loading: Promise<GoTrueClient> | undefined

/** @throws when the library cannot be fetched; the next caller then retries */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= makeClient().catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  return loading
}

/** Lets the next caller make a client anew. */
export function forgetAuthClient(): void {
  loading = undefined
}

async function makeClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  return new AuthClient({
    url: authAddress(),
    storageKey: STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    // A mailed link or a linked sign-in returns with a code, and only this browser has the other half of it.
    detectSessionInUrl: true,
    flowType: 'pkce',
  })
}
