/** The sentence shown when a call of our API failed. */
import { errors, isErrorCode } from '../../contract/errors.ts'
import { problems } from '#words/problems.ts'
import { ApiProblem, NetworkFailure } from './client.ts'

export function problemSentence(problem: unknown): string {
  if (problem instanceof NetworkFailure) return problems.noConnection
  if (!(problem instanceof ApiProblem)) return problems.unexpected
  if (problem.detail) return problem.detail
  return isErrorCode(problem.code) ? errors[problem.code].sentence : problems.unexpected
}
