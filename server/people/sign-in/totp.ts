/** Codes of authenticator apps (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, one step either side. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
/** Supported by every app; some silently ignore other values. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

/** A new secret for an authenticator app, in the forms it is shown in. It is shown only once. */
export interface NewTotp {
  readonly bytes: Uint8Array
  /** Base32, as apps show it and people type it. */
  readonly secret: string
  readonly uri: string
  /** SVG text without `#`, because the protocol's client prefixes `data:image/svg+xml;utf-8,`. */
  readonly qrCode: string
}

/**
 * Generates a secret.
 * @param issuer our name, as the app shows it
 * @param account the user's e-mail address
 */
export function newTotp(issuer: string, account: string): NewTotp {
  const secret = new Secret({ size: 20 })
  const [name, label] = [labelPart(issuer), labelPart(account)]
  const { algorithm, digits, period } = PARAMETERS
  const uri = `otpauth://totp/${name}:${label}?algorithm=${algorithm}&digits=${digits}&issuer=${name}&period=${period}&secret=${secret.base32}`
  // Cameras need a quiet zone of four modules.
  return { bytes: secret.bytes, secret: secret.base32, uri, qrCode: renderSVG(uri, { border: 4 }) }
}

/** A colon separates issuer and account, so neither may contain one. */
function labelPart(text: string): string {
  return encodeURIComponent(text.replaceAll(':', ' '))
}

/** @returns the time step that this code belongs to, or null */
export function findTotpStep(bytes: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1, ...PARAMETERS })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}
