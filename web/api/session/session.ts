/** The session, as pages see it. */
import type { User } from '@supabase/auth-js'
import type { Bearer } from '../authorization.ts'
import type { Role } from '../../../contract/record/profile-fields.ts'

/** The level of assurance: signed in, or confirmed with a second step. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface SignedIn {
  readonly is: 'in'
  readonly user: User
  /** The name of the account to its user: the email, or the telephone number of an account without one. */
  readonly name: string
  readonly role: Role
  /** The level this session has reached, and the one the account requires. Where they differ, the second step is still to do. */
  readonly aal: { readonly current: AssuranceLevel; readonly next: AssuranceLevel }
  /** For `call()`: authorizes calls of our API. */
  readonly bearer: Bearer
}

export type Session =
  | {
      /** A session is stored, and whether it is still valid is unknown. */
      readonly is: 'unknown'
      /** From the stored session. A hint, good enough for a greeting. */
      readonly name: string | null
      /** The server could not be reached. The session stays stored, and is retried. */
      readonly unreachable: boolean
    }
  | {
      readonly is: 'out'
      /** There was no session; the user signed out; or the session ended unexpectedly. */
      readonly because: 'never' | 'asked' | 'ended'
    }
  | SignedIn

export const UNKNOWN: Session = { is: 'unknown', name: null, unreachable: false }

/** True in the session of a recovery, which may only save a new password until it has. */
export function isRecovering({ user }: SignedIn): boolean {
  return user.app_metadata['recovering'] === true
}

/** True in a session by text whose number may have a new owner: it sees where requests are, and nothing else. */
export function isLimited({ user }: SignedIn): boolean {
  return user.app_metadata['limited'] === true
}

/** True when this session has the level of assurance that its account requires. */
export function isComplete({ aal }: SignedIn): boolean {
  return aal.current === aal.next
}
