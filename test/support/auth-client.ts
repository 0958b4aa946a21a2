/** The published auth client, unmodified, talking to a server of ours: over real HTTP, or straight to `app.request()`. */
import { AuthClient } from '@supabase/auth-js'
import { AUTH_PATH } from '../../contract/auth.ts'

/** What keeps a session: a browser's local storage, in memory. */
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
  /** What the device calls itself. */
  userAgent?: string
}

/**
 * A client as one device has it: its own storage, no timer in the background.
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
    // A fetch of its own: an answer in time of a server that stands still is no different from a quick one.
    fetch: async (input, init) => serve(input instanceof URL ? input.href : input, init),
  })
}
