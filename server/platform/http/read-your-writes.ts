/**
 * Lets writers read their own writes from a standby: answers of calls that may write carry the signed position of the primary's
 * write-ahead log, as a cookie for browsers and a header for other clients.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Core } from '../core.ts'
import { hmacSha256, sameBytes } from '../crypto.ts'
import { readPosition, requiring } from '../db/reads.ts'

const COOKIE = 'taimako_position'
const HEADER = 'Read-Position'
/** Longer than a standby may lag, so that none that has not replayed it is read afterwards. */
const KEPT_SECONDS = 60
/** No standby has replayed it: for a write after which the primary did not answer. */
const NEVER = 'FFFFFFFF/FFFFFFFF'
const START = '0/0'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function readYourWrites({ env, keys, db }: Pick<Core, 'env' | 'keys' | 'db'>): MiddlewareHandler {
  if (env.databaseReadUrl === undefined) return (_c, next) => next()
  const sign = (position: string) => hmacSha256(keys.positions, position).toString('base64url')
  const readSigned = (c: Context): string => {
    const [position = '', signature = ''] = (c.req.header(HEADER) ?? getCookie(c, COOKIE) ?? '').split('.')
    return sameBytes(Buffer.from(signature), Buffer.from(sign(position))) ? position : START
  }
  return async (c, next) => {
    if (SAFE.has(c.req.method)) return requiring(readSigned(c), next)
    await requiring(null, next)
    const position = await readPosition(db).catch(() => NEVER)
    const value = `${position}.${sign(position)}`
    c.header(HEADER, value)
    setCookie(c, COOKIE, value, {
      path: '/',
      httpOnly: true,
      secure: env.publicUrl.startsWith('https:'),
      sameSite: 'Strict',
      maxAge: KEPT_SECONDS,
    })
  }
}
