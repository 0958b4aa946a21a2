/** What can be said about an address before it is sent. The server has the last word on what one is. */
import { signIn as words } from '#words/sign-in.ts'

export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return words.emailMissing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : words.emailIncomplete
}
