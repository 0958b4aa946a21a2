/** The sentence shown when a call of the auth client or of our API failed. */
import { ApiProblem, NetworkFailure } from './client.ts'
import { problemSentence } from './problem-sentence.ts'
import { authSentence } from './session/auth-sentence.ts'

export function failureSentence(problem: unknown): string {
  const isOurs = problem instanceof ApiProblem || problem instanceof NetworkFailure
  return isOurs ? problemSentence(problem) : authSentence(problem)
}
