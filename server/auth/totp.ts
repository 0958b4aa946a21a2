/** Codes of authenticator apps (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, one step either side. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
/** What every app can do; more is ignored by some without a word. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

/** A new secret of an authenticator app, in the forms that it is shown in. It is shown this once. */
export interface NewTotp {
  readonly bytes: Uint8Array
  /** As an app shows it and people type it: base32. */
  readonly secret: string
  readonly uri: string
  /** SVG as text: the protocol's client puts `data:image/svg+xml;utf-8,` before it, so it has no `#`. */
  readonly qrCode: string
}

/**
 * Makes a secret.
 * @param issuer what the app calls us
 * @param account whose it is: the e-mail address
 */
export function newTotp(issuer: string, account: string): NewTotp {
  const secret = new Secret({ size: 20 })
  const [name, label] = [labelPart(issuer), labelPart(account)]
  const { algorithm, digits, period } = PARAMETERS
  const uri = `otpauth://totp/${name}:${label}?algorithm=${algorithm}&digits=${digits}&issuer=${name}&period=${period}&secret=${secret.base32}`
  // Cameras look for four light squares around it.
  return { bytes: secret.bytes, secret: secret.base32, uri, qrCode: renderSVG(uri, { border: 4 }) }
}

/** A colon parts issuer and account, so neither may have one. */
function labelPart(text: string): string {
  return encodeURIComponent(text.replaceAll(':', ' '))
}

/** @returns the time step of which this is the code, or null */
export function findTotpStep(bytes: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1, ...PARAMETERS })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}
