/** Checks an address before it is sent. The server decides what a valid one is. */
import { cleanPasted } from '../../contract/platform/pasted-text.ts'
import { signIn as words } from '#words/people/sign-in.ts'

export function emailError(email: string): string | undefined {
  const address = cleanPasted(email)
  if (address === '') return words.emailMissing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? undefined : words.emailIncomplete
}
