/** E-mail addresses of accounts: trimmed and in lower case, so that one mailbox has one form. */
import { z } from 'zod'

const Address = z.email().max(254)

/** @returns null if the text is not an address */
export function readEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  return Address.safeParse(address).success ? address : null
}
