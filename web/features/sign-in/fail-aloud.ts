/** A failure of the auth client, as a toast with the server's own message (section 8 of the spec). */
import { showToast } from '../../ui/toast-store.ts'
import { authSentence } from '../session/auth-sentence.ts'

export function failAloud(title: string, problem: unknown): void {
  console.warn(title, problem)
  showToast({ kind: 'destructive', title, description: authSentence(problem) })
}
