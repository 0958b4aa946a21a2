/** Words for a new password that the server refuses as weak: the spec's toast title, and what to do. */
import { authCode } from '../api/session/auth-sentence.ts'
import { isRecord } from '../api/is-record.ts'
import { password as words } from '#words/people/password.ts'
import { registrationToasts as toasts } from '#words/people/toasts.ts'
import { showToast } from './toast-store.ts'

/** @returns what to do; undefined if the problem is another one */
export function weakPasswordSentence(problem: unknown): string | undefined {
  if (authCode(problem) !== 'weak_password') return undefined
  const reasons = isRecord(problem) && Array.isArray(problem.reasons) ? problem.reasons : []
  // The pages check the length that everyone needs, so only a longer one is left: that of administrators.
  return reasons.includes('length') ? words.shortForStaff : words.common
}

/** Shows the toast. @returns the sentence for the field; undefined if the problem is another one */
export function refuseWeakPassword(problem: unknown): string | undefined {
  const sentence = weakPasswordSentence(problem)
  if (sentence !== undefined) showToast({ kind: 'destructive', title: toasts.weak, description: sentence })
  return sentence
}
