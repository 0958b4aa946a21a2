/**
 * What the browser is told not to do. The content security policies are one table: a row for each kind of response, and
 * no response without one.
 */
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../../env.ts'
import type { Mode } from '../../../contract/system.ts'

const CHECKOUT = 'https://checkout.paystack.com'
/** The one style block of the spinner that @paystack/inline-js 2.25.0 writes while its popup loads. */
const CHECKOUT_SPINNER_STYLE = "'sha256-56e7EfkeGORJUMtXdS4A+2LZFuyRDypLbssVftifpJg='"

type Directives = Readonly<Record<string, readonly string[]>>

/** Where the payment popup comes from: our own sandbox, or the provider. */
function checkoutFrame(mode: Mode): string {
  return mode === 'sandbox' ? "'self'" : CHECKOUT
}

const policies = {
  page: (mode: Mode, scriptHashes: readonly string[]): Directives => ({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...(mode === 'sandbox' ? [] : [CHECKOUT_SPINNER_STYLE])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': [checkoutFrame(mode)],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }),
  api: (): Directives => ({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
} as const

function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The policy of one page: its inline scripts are allowed by their hashes, and no others. */
export function pagePolicy(mode: Mode, scriptHashes: readonly string[]): string {
  return policyText(policies.page(mode, scriptHashes))
}

/** Headers for every response. One that brings its own policy (a page, the sandbox's checkout) keeps it. */
export function securityHeaders(env: Env): MiddlewareHandler {
  const apiPolicy = policyText(policies.api())
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${CHECKOUT}"), clipboard-read=(self "${CHECKOUT}"), clipboard-write=(self "${CHECKOUT}")`,
    ...(env.publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', apiPolicy)
  }
}
