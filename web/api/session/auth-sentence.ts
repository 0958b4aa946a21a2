/** The sentence shown when a call of the auth client failed: the server's own message, as the spec has it. */
import { untranslated } from '../../words/translate.ts'
import { isRecord } from '../is-record.ts'
import { callProblems } from '#words/common/problems.ts'

/** The error's code in the auth protocol, such as `invalid_credentials`; undefined if it has none. */
export function authCode(problem: unknown): string | undefined {
  return isRecord(problem) && typeof problem.code === 'string' ? problem.code : undefined
}

/** A part of the program could not be fetched: an update may have replaced it. Each browser names the module. */
export const isMissingPart = (problem: unknown): boolean =>
  problem instanceof TypeError && problem.message.includes('module')

export function authSentence(problem: unknown): string {
  if (!(problem instanceof Error)) return callProblems.unexpected
  // There was no reply, or not from our server: that text is not for users.
  if (problem.name === 'AuthRetryableFetchError') {
    return isRecord(problem) && problem.status === 0 ? callProblems.noConnection : callProblems.unavailable
  }
  if (problem instanceof TypeError) {
    if (!navigator.onLine) return callProblems.noConnection
    return isMissingPart(problem) ? callProblems.partMissing : callProblems.unexpected
  }
  if (import.meta.env.TRANSLATED) untranslated.add(problem.message)
  return problem.message
}
