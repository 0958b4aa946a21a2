/** E-mail addresses as accounts have them: trimmed, in lower case, one form for one mailbox. */
import { z } from 'zod'

const Address = z.email().max(254)

/** @returns null when it is none */
export function readEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  return Address.safeParse(address).success ? address : null
}
