/** The sentence shown when a call of our API failed: the server's own, which it sends with each error. */
import { callProblems } from '#words/common/problems.ts'
import { untranslated } from '../words/translate.ts'
import { ApiProblem, NetworkFailure } from './client.ts'

export function problemSentence(problem: unknown): string {
  if (problem instanceof NetworkFailure) return callProblems.noConnection
  if (!(problem instanceof ApiProblem)) return callProblems.unexpected
  if (import.meta.env.TRANSLATED && problem.sentence !== undefined) untranslated.add(problem.sentence)
  // Without one, something on the way answered instead of our server.
  return problem.sentence ?? (problem.status === 503 ? callProblems.unavailable : callProblems.unexpected)
}
