/** Calls of the auth client that throw what they failed with, as calls of our own API do. */
import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { ApiProblem, NetworkFailure } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { showToast } from '../../ui/toast-store.ts'
import { loadAuthClient } from '../session/auth-client.ts'
import { authSentence } from '../session/auth-sentence.ts'

interface Answer {
  readonly data: unknown
  readonly error: AuthError | null
}
type Good<Reply> = Extract<Reply, { readonly error: null }>

/** @throws the client's error; what the loading of the client throws */
export async function askAuth<Reply extends Answer>(
  call: (client: GoTrueClient) => Promise<Reply>,
): Promise<Good<Reply>['data']> {
  const answer = await call(await loadAuthClient())
  if (!isGood(answer)) throw answer.error ?? new Error('the auth client answered neither data nor an error')
  return answer.data
}

function isGood<Reply extends Answer>(answer: Reply): answer is Good<Reply> {
  return answer.error === null
}

/** What a person reads when a call of the auth client or of our API failed. */
export function sentenceOf(problem: unknown): string {
  const isOurs = problem instanceof ApiProblem || problem instanceof NetworkFailure
  return isOurs ? problemSentence(problem) : authSentence(problem)
}

/** Says in a toast that something did not work, and why. */
export function sayFailed(title: string, problem: unknown): void {
  console.warn(title, problem)
  showToast({ kind: 'destructive', title, description: sentenceOf(problem) })
}
