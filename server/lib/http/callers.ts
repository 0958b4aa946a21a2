/**
 * Who calls. The guards of `serveEndpoints` ask here; how a token becomes a person is a feature's business (auth), which
 * app.ts puts in front of the API.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Role } from '../../../contract/profile-fields.ts'
import type { Env } from '../../env.ts'

/** A signed-in person, as the session's row has them at this moment, never as a token claims. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** Empty for an account without an address. */
  readonly email: string
  readonly role: Role
  readonly aal: 'aal1' | 'aal2'
  /** Whether the account has a second step, so that `aal2` can be asked for. */
  readonly hasSecondStep: boolean
  /** Signed in with a password that somebody else chose. */
  readonly passwordChangeRequired: boolean
}

/** @returns null without a session that lives */
export type FindCaller = (authorization: string | undefined) => Promise<Caller | null>

declare module 'hono' {
  interface ContextVariableMap {
    findCaller: FindCaller
  }
}

/** Makes callers known to the routes behind it. Nobody is looked up before a guard asks. */
export function identifyCallers(find: FindCaller): MiddlewareHandler {
  return (c, next) => {
    c.set('findCaller', find)
    return next()
  }
}

/** Whether the account has a second step that this session has not passed. Such a session can only complete it, or sign out. */
export function lacksSecondStep({ aal, hasSecondStep }: Caller): boolean {
  return hasSecondStep && aal === 'aal1'
}

/** Why this caller may not act as an administrator at this moment; null when nothing is in the way. */
export function adminRefusal({ accounts }: Pick<Env, 'accounts'>, caller: Caller) {
  if (caller.role !== 'admin') return 'forbidden'
  if (caller.passwordChangeRequired) return 'password_change_required'
  if (lacksSecondStep(caller) || (caller.aal === 'aal1' && accounts.adminMfaRequired)) return 'mfa_required'
  return null
}

export function findCaller(c: Context): Promise<Caller | null> {
  return c.get('findCaller')(c.req.header('authorization'))
}
