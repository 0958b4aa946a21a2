/** Reads the auth client's session: the user's role, the level of assurance, and whether there is a password. */
import type { Session as StoredSession, User } from '@supabase/auth-js'
import type { Role } from '../../../contract/record/profile-fields.ts'
import { isRecord } from '../is-record.ts'
import type { SignedIn } from './session.ts'

/** The role set by the server. `user_metadata`, which users write themselves, decides nothing. */
export function roleOf({ app_metadata }: Pick<User, 'app_metadata'>): Role {
  return app_metadata['role'] === 'admin' ? 'admin' : 'beneficiary'
}

export function assuranceOf({ access_token, user }: StoredSession): SignedIn['aal'] {
  const current = claimsOf(access_token)['aal'] === 'aal2' ? 'aal2' : 'aal1'
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return { current, next: hasFactor ? 'aal2' : current }
}

/** Whether an account has a password. One with a telephone number says so itself; the others have one with their address. */
export function hasPassword({ app_metadata: facts, identities }: Pick<User, 'app_metadata' | 'identities'>): boolean {
  if (typeof facts['has_password'] === 'boolean') return facts['has_password']
  return identities?.some(({ provider }) => provider === 'email') ?? true
}

/** The claims of a token, unverified: they decide what to ask for next, never what is allowed. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}
