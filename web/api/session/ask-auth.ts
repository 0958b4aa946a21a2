/** Calls of the auth client that throw their errors, as calls of our API do. */
import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { loadAuthClient } from './auth-client.ts'

interface Answer {
  readonly data: unknown
  readonly error: AuthError | null
}
type Good<Reply> = Extract<Reply, { readonly error: null }>

/** @throws the client's error, or what loading the client throws */
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
