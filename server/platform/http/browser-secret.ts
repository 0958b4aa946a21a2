/** Secrets that a browser keeps in a cookie which scripts cannot read, and which tell it from every other browser. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../env/env.ts'

/** The cookie with the secret that a donor's Idempotency-Keys belong to. It ends with the browser's session. */
const BROWSER_COOKIE = 'taimako_browser'
/** Only the calls that start gifts send it. */
const BROWSER_PATH = '/api/donations'

/** The valid secret in a cookie, or a new one. */
export function readSecret(c: Context, cookie: string): string {
  const sent = getCookie(c, cookie)
  return sent !== undefined && /^[\w-]{32}$/.test(sent) ? sent : randomBytes(24).toString('base64url')
}

/** The secret of the caller's browser. A browser without one is given one with the answer. */
export function readBrowser({ publicUrl }: Pick<Env, 'publicUrl'>, c: Context): string {
  const secret = readSecret(c, BROWSER_COOKIE)
  if (getCookie(c, BROWSER_COOKIE) !== secret) {
    setCookie(c, BROWSER_COOKIE, secret, {
      path: BROWSER_PATH,
      httpOnly: true,
      secure: publicUrl.startsWith('https:'),
      // Gifts are started by our own pages only.
      sameSite: 'Strict',
    })
  }
  return secret
}
