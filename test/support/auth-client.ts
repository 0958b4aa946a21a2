/** The published auth client, unmodified, calling our server over HTTP or through `app.request()`. */
import { AuthClient } from '@supabase/auth-js'
import { AUTH_PATH } from '../../contract/people/auth.ts'

/** A browser's local storage, in memory. */
export function memoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response> | Response

export interface DeviceOptions extends Partial<ConstructorParameters<typeof AuthClient>[0]> {
  /** The User-Agent header. */
  userAgent?: string
}

/**
 * The client of one device, with its own storage and without background timers.
 * @param serve the server: `app.request`, or `fetch` with an address of a process
 */
export function authClient(serve: Fetch, origin = 'http://127.0.0.1', { userAgent, ...options }: DeviceOptions = {}) {
  return new AuthClient({
    url: `${origin}${AUTH_PATH}`,
    storage: memoryStorage(),
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }),
    ...options,
    // The test's own fetch: the client's would time out by the real clock.
    fetch: async (input, init) => serve(input instanceof URL ? input.href : input, init),
  })
}
