/** The second steps of an account, and the calls that change them. */
import type { AuthMFAEnrollTOTPResponse, Factor } from '@supabase/auth-js'
import { account as words } from '#words/people/account.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { site } from '../../words/site.ts'

/** Verified ones, oldest first. One that was never confirmed does not count. */
export async function listFactors(): Promise<Factor[]> {
  const { all } = await askAuth((client) => client.mfa.listFactors())
  const counting = all.filter(({ status }) => status === 'verified')
  return [...counting].sort((one, other) => one.created_at.localeCompare(other.created_at))
}

export function kindOf({ factor_type }: Factor): string {
  if (factor_type === 'totp') return words.kinds.totp
  return factor_type === 'phone' ? words.kinds.phone : words.kinds.other
}

export function nameOf(factor: Factor): string {
  return factor.friendly_name === undefined || factor.friendly_name === '' ? kindOf(factor) : factor.friendly_name
}

/** Data for a new authenticator app. */
export interface NewApp {
  readonly id: string
  /** An address of the picture. */
  readonly picture: string
  /** The key in groups of four, as it is read out. */
  readonly groups: readonly string[]
}

/** @throws the client's error, such as `mfa_factor_name_conflict` */
export async function beginApp(friendlyName: string): Promise<NewApp> {
  await removeUnfinished()
  const { id, totp } = await askAuth<AuthMFAEnrollTOTPResponse>((client) =>
    client.mfa.enroll({ factorType: 'totp', friendlyName, issuer: site.name }),
  )
  return { id, picture: pictureOf(totp.qr_code), groups: totp.secret.match(/.{1,4}/g) ?? [] }
}

/** @returns its id; no message has been sent yet */
export async function beginPhone(friendlyName: string, phone: string): Promise<string> {
  await removeUnfinished()
  const { id } = await askAuth((client) => client.mfa.enroll({ factorType: 'phone', friendlyName, phone }))
  return id
}

/** Sends the message. @returns the challenge that its code answers */
export async function sendCode(factorId: string): Promise<string> {
  const { id } = await askAuth((client) => client.mfa.challenge({ factorId, channel: 'sms' }))
  return id
}

/**
 * Removes it, and renews the session: without a second step it is an ordinary session again, and its token has to say so.
 * @throws the client's error, such as `insufficient_aal`
 */
export async function removeFactor(factorId: string): Promise<void> {
  await askAuth((client) => client.mfa.unenroll({ factorId }))
  await askAuth((client) => client.refreshSession())
}

/** An abandoned one would keep its name reserved, and users retry under the same name. */
async function removeUnfinished(): Promise<void> {
  const { all } = await askAuth((client) => client.mfa.listFactors())
  for (const { id, status } of all)
    if (status === 'unverified') await askAuth((client) => client.mfa.unenroll({ factorId: id }))
}

const PICTURE = 'data:image/svg+xml;utf-8,'

/** The client puts the picture's own text behind the prefix; in an address, its `#` and `%` would mean something else. */
function pictureOf(address: string): string {
  return PICTURE + encodeURIComponent(address.slice(PICTURE.length))
}
