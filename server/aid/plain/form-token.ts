/** The signed field of the form. Its secret names one form, and seals what was typed into it. */
import { randomBytes } from 'node:crypto'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'

/** For how long an opened page can be posted, and a second post shows the same number. */
export const FORM_VALID_FOR = hours(24)

const TOKEN = /^(?<secret>[\w-]{22})\.(?<issued>\d{10})\.(?<mac>[\w-]{43})$/

type Signer = Pick<Core, 'keys' | 'clock'>

export function newFormToken({ keys, clock }: Signer): string {
  const named = `${randomBytes(16).toString('base64url')}.${Math.floor(clock.now().getTime() / 1000)}`
  return `${named}.${macOf({ keys }, named).toString('base64url')}`
}

/** @returns the secret; null if we did not sign it, or too long ago */
export function readFormToken({ keys, clock }: Signer, token: string): string | null {
  const { secret = '', issued = '', mac = '' } = TOKEN.exec(token)?.groups ?? {}
  const isOurs = sameBytes(Buffer.from(mac, 'base64url'), macOf({ keys }, `${secret}.${issued}`))
  return isOurs && after(new Date(Number(issued) * 1000), FORM_VALID_FOR) > clock.now() ? secret : null
}

const macOf = ({ keys }: Pick<Core, 'keys'>, named: string) => hmacSha256(keys.plainForms, `form ${named}`)
