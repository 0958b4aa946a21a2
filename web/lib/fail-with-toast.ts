/** Shows in a toast that something failed, with the server's own message where it has one (section 8 of the spec). */
import { failureSentence } from '../api/failure-sentence.ts'
import { showToast } from './toast-store.ts'

export function failWithToast(title: string, problem: unknown): void {
  console.warn(title, problem)
  showToast({ kind: 'destructive', title, description: failureSentence(problem) })
}
