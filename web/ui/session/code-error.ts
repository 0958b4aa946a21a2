/** Why a code was not accepted, in a sentence for the user. */
import { session as words } from '#words/people/session.ts'
import { authCode, authSentence } from '../../api/session/auth-sentence.ts'

/** Codes of the protocol that mean: wrong code. */
const NOT_THIS_CODE = new Set([
  'mfa_verification_failed',
  'otp_expired',
  'reauthentication_not_valid',
  'validation_failed',
])

/** The error below the field. */
export function codeError(problem: unknown): string {
  const code = authCode(problem)
  if (code === 'mfa_challenge_expired') return words.codeTooOld
  return code !== undefined && NOT_THIS_CODE.has(code) ? words.codeDoesNotFit : authSentence(problem)
}
