/**
 * The drafts of one account on this device, each encrypted (decision 0026): the server gives the keys to a session of the same account,
 * and they stay in memory.
 */
import { fromBase64, toBase64, utf8 } from '../../../../contract/proof/bytes.ts'
import { DRAFT_HOURS } from '../../../../contract/office/team-fields.ts'
import { STAFF_DRAFT } from '../../../api/session/staff-drafts.ts'

const NONCE_BYTES = 12
/** Keys are of whole hours. */
const LIFE_MILLISECONDS_MAX = (DRAFT_HOURS + 1) * 60 * 60_000
/** The moment, for who has no key, and the encrypted text. */
const STORED = /^(\d+) ([A-Za-z\d+/]+=*)$/

export const readKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

/** The names of an account's drafts on this device. */
export const storedOf = (userId: string): string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith(`${STAFF_DRAFT}${userId}:`))

/** Removes the drafts of all accounts that no one can open any more. */
export function removeExpired(): void {
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(STAFF_DRAFT)) continue
    const age = Date.now() - Number(STORED.exec(localStorage.getItem(name) ?? '')?.[1])
    if (!(age < LIFE_MILLISECONDS_MAX)) localStorage.removeItem(name)
  }
}

export async function seal(name: string, text: string, key: CryptoKey): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const encrypted = await crypto.subtle.encrypt(methodOf(name, nonce), key, utf8(text))
  return `${Date.now()} ${toBase64(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))}`
}

/** @returns undefined if none of the keys opens it */
export async function unseal(name: string, keys: readonly CryptoKey[]): Promise<string | undefined> {
  const sealed = STORED.exec(localStorage.getItem(name) ?? '')?.[2]
  if (sealed === undefined) return undefined
  for (const key of keys) {
    try {
      const bytes = fromBase64(sealed)
      const method = methodOf(name, bytes.subarray(0, NONCE_BYTES))
      return new TextDecoder().decode(await crypto.subtle.decrypt(method, key, bytes.subarray(NONCE_BYTES)))
    } catch {
      // It was encrypted with the key of another hour, or is no draft.
    }
  }
  return undefined
}

/** A draft opens only under its own name: for the same account, request and kind. */
const methodOf = (name: string, iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: utf8(name) })
