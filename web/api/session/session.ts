/** Who is signed in, as pages see it. */
import type { User } from '@supabase/auth-js'
import type { Bearer } from '../authorization.ts'
import type { Role } from '../../../contract/profile-fields.ts'

/** How sure the server is that it is this person: signed in, or confirmed with a second step. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface SignedIn {
  readonly is: 'in'
  readonly user: User
  readonly role: Role
  /** What this session has reached, and what the account asks for. Where they differ, the second step is still to be done. */
  readonly aal: { readonly current: AssuranceLevel; readonly next: AssuranceLevel }
  /** For `call()`: names this person to our API. */
  readonly bearer: Bearer
}

export type Session =
  | {
      /** A session is stored, and nobody knows yet whether it still counts. */
      readonly is: 'unknown'
      /** Whom it says it belongs to. A hint: good enough to greet with. */
      readonly email: string | null
      /** No answer came. The session stays stored, and is tried again. */
      readonly unreachable: boolean
    }
  | {
      readonly is: 'out'
      /** Nobody was signed in; the person asked for it; or the session ended by itself. */
      readonly because: 'never' | 'asked' | 'ended'
    }
  | SignedIn

export const UNKNOWN: Session = { is: 'unknown', email: null, unreachable: false }

/** True when nothing more than what this session has is asked of its owner. */
export function isComplete({ aal }: SignedIn): boolean {
  return aal.current === aal.next
}
