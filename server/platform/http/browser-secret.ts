/** Secrets that a browser keeps in a cookie which scripts cannot read, and which tell it from every other browser. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../env/env.ts'

/** The cookie with the secret of a browser, another for each path. It ends with the browser's session. */
export const BROWSER_COOKIE = 'taimako_browser'

/** The valid secret in a cookie, or a new one. */
export function readSecret(c: Context, cookie: string): string {
  const sent = getCookie(c, cookie)
  return sent !== undefined && /^[\w-]{32}$/.test(sent) ? sent : randomBytes(24).toString('base64url')
}

/**
 * The secret of the caller's browser. A browser that sends none is given one with the answer.
 * @param path where the browser sends it
 */
export function readBrowser({ publicUrl }: Pick<Env, 'publicUrl'>, c: Context, path: string): string {
  const secret = readSecret(c, BROWSER_COOKIE)
  if (getCookie(c, BROWSER_COOKIE) !== secret) {
    setCookie(c, BROWSER_COOKIE, secret, {
      path,
      httpOnly: true,
      secure: publicUrl.startsWith('https:'),
      // Gifts and previews are begun by our own pages only.
      sameSite: 'Strict',
    })
  }
  return secret
}
