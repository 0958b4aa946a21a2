/** The mail address of a thread: `reply+…@in.example.org`. Only who got it from us knows it, and it names the thread. */
import type { Core } from '../../platform/core.ts'
import { hmacSha256, sameBytes, type Keys } from '../../platform/crypto.ts'

const CHECK_BYTES = 10
const TOKEN = /^([\da-f]{32})([\da-f]{20})$/

const checkOf = (keys: Keys, hex: string) => hmacSha256(keys.threadAddresses, hex).subarray(0, CHECK_BYTES)

/** @returns where an answer to a letter of this thread goes; null while no mail is received */
export function threadAddress({ env, keys }: Pick<Core, 'env' | 'keys'>, threadId: string): string | null {
  if (!env.inboundMail) return null
  const hex = threadId.replaceAll('-', '')
  const [local = '', host = ''] = env.inboundMail.address.split('@')
  return `${local}+${hex}${checkOf(keys, hex).toString('hex')}@${host}`
}

/** @returns the thread that one of these recipients names; undefined if none does */
export function threadOf({ env, keys }: Pick<Core, 'env' | 'keys'>, recipients: readonly string[]): string | undefined {
  const [local = '', host = ''] = env.inboundMail?.address.split('@') ?? []
  for (const recipient of recipients) {
    const address = addressIn(recipient)
    if (!address.startsWith(`${local}+`) || !address.endsWith(`@${host}`)) continue
    const [, hex, check] = TOKEN.exec(address.slice(local.length + 1, -host.length - 1)) ?? []
    if (hex === undefined || check === undefined || !sameBytes(checkOf(keys, hex), Buffer.from(check, 'hex'))) continue
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  return undefined
}

/** `Amina <amina@mail.example>` as `amina@mail.example`. */
export function addressIn(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
}
