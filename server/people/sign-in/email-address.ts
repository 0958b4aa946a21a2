/** E-mail addresses of accounts: without what copying adds, in lower case, so that one mailbox has one form. */
import { z } from 'zod'
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'

const Address = z.email().max(254)

/** @returns null if the text is not an address */
export function readEmail(text: string): string | null {
  const address = cleanPasted(text).toLowerCase()
  return Address.safeParse(address).success ? address : null
}
