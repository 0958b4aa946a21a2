/** Reads a session that the auth client holds: who the server says this is, and how sure it is. */
import type { Session as StoredSession, User } from '@supabase/auth-js'
import type { Role } from '../../../contract/profile-fields.ts'
import { isRecord } from '../is-record.ts'
import type { SignedIn } from './session.ts'

/** The role that the server gave. What people write about themselves (`user_metadata`) decides nothing. */
export function roleOf({ app_metadata }: Pick<User, 'app_metadata'>): Role {
  return app_metadata['role'] === 'admin' ? 'admin' : 'beneficiary'
}

export function assuranceOf({ access_token, user }: StoredSession): SignedIn['aal'] {
  const current = claimsOf(access_token)['aal'] === 'aal2' ? 'aal2' : 'aal1'
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return { current, next: hasFactor ? 'aal2' : current }
}

/** What a token says, unverified: it decides what to ask for next, never what is allowed. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}
