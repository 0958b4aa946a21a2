/** Checks an address before it is sent. The server decides what a valid one is. */
import { signIn as words } from '#words/sign-in.ts'

export function emailError(email: string): string | undefined {
  if (email.trim() === '') return words.emailMissing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : words.emailIncomplete
}
