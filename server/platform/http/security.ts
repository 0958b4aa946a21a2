/**
 * Restrictions for the browser. The content security policies are one table: a row for each kind of response, and
 * no response without one.
 */
import type { MiddlewareHandler } from 'hono'
import { sha256 } from '../crypto.ts'
import type { Env } from '../env/env.ts'
import type { CaptchaProvider, Mode } from '../../../contract/platform/system.ts'

export const CHECKOUT = 'https://checkout.paystack.com'
/** The one style block of the spinner that @paystack/inline-js 2.25.0 writes while its popup loads. */
const CHECKOUT_SPINNER_STYLE = "'sha256-56e7EfkeGORJUMtXdS4A+2LZFuyRDypLbssVftifpJg='"

const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
/** Sources that each captcha's documentation requires. Its script draws a frame, in which everything else happens. */
const CAPTCHAS: Readonly<Record<CaptchaProvider, Partial<Record<'script' | 'style' | 'connect' | 'frame', string[]>>>> =
  {
    turnstile: { script: ['https://challenges.cloudflare.com'], frame: ['https://challenges.cloudflare.com'] },
    hcaptcha: { script: HCAPTCHA, style: HCAPTCHA, connect: HCAPTCHA, frame: HCAPTCHA },
  }

/** The settings of an instance that decide which sources its pages may load. */
export interface PageSources {
  readonly mode: Mode
  /** Undefined: no captcha, and none of its hosts. */
  readonly captcha: CaptchaProvider | undefined
}

type Directives = Readonly<Record<string, readonly string[]>>

/** Returns the source of the payment popup: our own sandbox, or the provider. */
function checkoutFrame(mode: Mode): string {
  return mode === 'sandbox' ? "'self'" : CHECKOUT
}

const policies = {
  page: (
    { mode, captcha }: PageSources,
    scriptHashes: readonly string[],
    formTargets: readonly string[],
    styleHashes: readonly string[],
  ): Directives => {
    const { script = [], style = [], connect = [], frame = [] } = captcha ? CAPTCHAS[captcha] : {}
    return {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...scriptHashes, ...script],
      'style-src': ["'self'", ...styleHashes, ...(mode === 'sandbox' ? [] : [CHECKOUT_SPINNER_STYLE]), ...style],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...connect],
      'manifest-src': ["'self'"],
      'frame-src': [checkoutFrame(mode), ...frame],
      'base-uri': ["'none'"],
      'form-action': ["'self'", ...formTargets],
      'frame-ancestors': ["'none'"],
    }
  },
  // The API reference and the pages about errors. Swagger UI's icons are data: addresses.
  reference: (scriptHashes: readonly string[], styleHashes: readonly string[]): Directives => ({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }),
  bare: (formTargets: readonly string[], styleHashes: readonly string[]): Directives => ({
    'default-src': ["'none'"],
    ...(styleHashes.length > 0 && { 'style-src': styleHashes, 'font-src': ["'self'"] }),
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'none'"],
  }),
  api: (): Directives => ({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
  // The PDF reader, off the page's thread. The decoders of scanned pages are WebAssembly; it gets them from the page, and loads nothing.
  pdfReader: (): Directives => ({ 'default-src': ["'none'"], 'script-src': ["'wasm-unsafe-eval'"] }),
  // It keeps pages for use without a connection, and fetches them from us alone.
  serviceWorker: (): Directives => ({ 'default-src': ["'none'"], 'connect-src': ["'self'"] }),
  // An uploaded file runs nothing and loads nothing.
  document: (): Directives => ({ 'default-src': ["'none'"], sandbox: [], 'frame-ancestors': ["'self'"] }),
  // Browsers show no PDF in a sandbox. Their viewers keep scripts of a PDF away from the page by themselves.
  pdf: (): Directives => ({
    'default-src': ["'none'"],
    'object-src': ["'self'"],
    'style-src': ["'unsafe-inline'"],
    'frame-ancestors': ["'self'"],
  }),
} as const

function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/**
 * The policy of one page: its inline scripts are allowed by their hashes, and no others.
 * @param styleHashes its inline styles, which no others are
 * @param formTargets origins that the answer to its form may redirect to
 */
export function pagePolicy(
  sources: PageSources,
  scriptHashes: readonly string[],
  formTargets: readonly string[] = [],
  styleHashes: readonly string[] = [],
): string {
  return policyText(policies.page(sources, scriptHashes, formTargets, styleHashes))
}

/** `'sha256-…'` for each inline script of a page, in the form that script-src takes. */
export function inlineScriptHashes(html: string): string[] {
  return hashesOf(html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g))
}

export function inlineStyleHashes(html: string): string[] {
  return hashesOf(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g))
}

const hashesOf = (found: Iterable<RegExpMatchArray>) => [
  ...new Set([...found].map(([, text = '']) => `'sha256-${sha256(text).toString('base64')}'`)),
]

/** The policy of a page without scripts. @param styleHashes its inline styles, which may load a font of ours; it loads no style */
export function barePolicy(formTargets: readonly string[], styleHashes: readonly string[] = []): string {
  return policyText(policies.bare(formTargets, styleHashes))
}

/** The policy of the worker that reads PDFs for a page. Every other script runs under the policy of the page it is part of. */
export function pdfReaderPolicy(): string {
  return policyText(policies.pdfReader())
}

/** The policy of the worker that answers pages without a connection. */
export function serviceWorkerPolicy(): string {
  return policyText(policies.serviceWorker())
}

/** The policy of the API reference and the pages about errors. */
export function referencePolicy(scriptHashes: readonly string[], styleHashes: readonly string[]): string {
  return policyText(policies.reference(scriptHashes, styleHashes))
}

/** The policy of an uploaded document. */
export function documentPolicy(contentType: string): string {
  return policyText(contentType === 'application/pdf' ? policies.pdf() : policies.document())
}

/** Headers for every response. One that brings its own policy (a page, the sandbox's checkout) keeps it. */
export function securityHeaders(env: Env): MiddlewareHandler {
  const apiPolicy = policyText(policies.api())
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(env.publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
  // Browsers heed these in documents alone: with forty files of a page, they would weigh as much as a font.
  const ofDocuments: Record<string, string> = {
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${CHECKOUT}"), clipboard-read=(self "${CHECKOUT}"), clipboard-write=(self "${CHECKOUT}")`,
  }
  return async (c, next) => {
    await next()
    const all = c.req.path.startsWith('/assets/') ? headers : { ...headers, ...ofDocuments }
    for (const [name, value] of Object.entries(all)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', apiPolicy)
  }
}
