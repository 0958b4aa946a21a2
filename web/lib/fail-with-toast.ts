/** Shows a failure in a toast, with the server's own message if there is one (section 8 of the spec). */
import { failureSentence } from '../api/failure-sentence.ts'
import { showToast } from './toast-store.ts'

export function failWithToast(title: string, problem: unknown): void {
  console.warn(title, problem)
  showToast({ kind: 'destructive', title, description: failureSentence(problem) })
}
