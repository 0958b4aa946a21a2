/** Verifies captcha tokens with their provider. Without keys, no captcha is required. */
import { isIP } from 'node:net'
import { z } from 'zod'
import type { CaptchaProvider } from '../../../contract/platform/system.ts'
import { seconds } from '../../platform/clock.ts'
import type { Auth } from './auth.ts'
import { AuthRefusal } from './refusals.ts'

const VERIFIERS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}
const ANSWER_MILLISECONDS_MAX = seconds(5)
/** Error codes are shown to the caller, so only values that look like codes are accepted. */
const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string().regex(/^[a-z\d-]{1,60}$/)).default([]),
})
type Verdict = z.output<typeof Verdict>

/**
 * Checks that the captcha was solved, if this instance requires one. Refuses when the captcha's provider does not answer.
 * @param token the client's `captcha_token`; empty if none was sent
 * @param address the caller's network address
 * @throws AuthRefusal `captcha_failed`
 */
export async function checkCaptcha(auth: Auth, token: string, address: string): Promise<void> {
  const { captcha } = auth.env.accounts
  if (!captcha) return
  if (token === '') throw refusal('no captcha_token found in request')
  const form = new URLSearchParams({ secret: captcha.secret, response: token })
  // A truncated IPv6 network is not a valid address.
  if (isIP(address) !== 0) form.set('remoteip', address)
  const verdict = await askVerifier(auth, captcha.verifyUrl ?? VERIFIERS[captcha.provider], form)
  const codes = verdict['error-codes']
  // These errors concern our own keys, not the user.
  if (codes.some((code) => /secret|sitekey/.test(code)))
    auth.log.warn({ codes }, "the captcha's provider does not accept CAPTCHA_SECRET")
  if (!verdict.success) throw refusal(codes.join(', ') || 'unknown-error')
}

async function askVerifier(auth: Auth, url: string, form: URLSearchParams): Promise<Verdict> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX),
    })
    if (response.status >= 500) throw new Error(`it answered ${response.status}`)
    return Verdict.parse(await response.json())
  } catch (error) {
    auth.log.warn(
      { err: error },
      "the captcha's provider does not answer: sign-ups and sign-ins that need it are refused",
    )
    throw refusal('verification-unavailable', error)
  }
}

function refusal(why: string, cause?: unknown): AuthRefusal {
  return new AuthRefusal('captcha_failed', { message: `captcha protection: request disallowed (${why})`, cause })
}
