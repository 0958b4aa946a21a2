/** PKCE (RFC 7636): proves that a code is exchanged by the browser that asked for it. */
import { sameBytes, sha256 } from '../../platform/crypto.ts'
import { AuthRefusal } from './refusals.ts'

/** The browser keeps the matching verifier. */
export interface CodeChallenge {
  readonly codeChallenge: string
  readonly codeChallengeMethod: 's256' | 'plain'
}

/**
 * @returns null when the request does not use PKCE
 * @throws AuthRefusal `pkce_incomplete`, `pkce_method`, `pkce_challenge`
 */
export function readChallenge(sent: { code_challenge: string; code_challenge_method: string }): CodeChallenge | null {
  const { code_challenge: codeChallenge, code_challenge_method: method } = sent
  if (codeChallenge === '' && method === '') return null
  if (codeChallenge === '' || method === '') throw new AuthRefusal('pkce_incomplete')
  const codeChallengeMethod = method.toLowerCase()
  if (codeChallengeMethod !== 's256' && codeChallengeMethod !== 'plain') throw new AuthRefusal('pkce_method')
  if (!/^[\w.~-]{43,128}$/.test(codeChallenge)) throw new AuthRefusal('pkce_challenge')
  return { codeChallenge, codeChallengeMethod }
}

/** Whether the challenge was made from this verifier. */
export function verifierMatches({ codeChallenge, codeChallengeMethod }: CodeChallenge, verifier: string): boolean {
  const made = codeChallengeMethod === 's256' ? sha256(verifier).toString('base64url') : verifier
  return sameBytes(Buffer.from(made), Buffer.from(codeChallenge))
}
