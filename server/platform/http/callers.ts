/**
 * The caller of a request, for the guards of `serveEndpoints`. The auth feature verifies tokens; app.ts connects it to the API.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Role } from '../../../contract/record/profile-fields.ts'
import { hasDuty, type Duty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { Env } from '../env/env.ts'

/** A signed-in user, from the current row of the session, never from the claims of a token. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** Empty if the account has no address. */
  readonly email: string
  readonly role: Role
  /** Empty unless they are staff. */
  readonly staffRoles: readonly StaffRole[]
  readonly aal: 'aal1' | 'aal2'
  /** Whether the account has a second step, so that `aal2` can be required. */
  readonly hasSecondStep: boolean
  /** Signed in with a password that an operator chose. */
  readonly passwordChangeRequired: boolean
  /** In a session that a recovery opened, which still has to save a new password. */
  readonly recovering: boolean
  /** In a session by text whose number may have a new owner: it sees state only until it gives a second fact. */
  readonly limited: boolean
  /** Key of the one request that the caller may send, where a worker sends it (server/people/sign-in/sending-tickets.ts). */
  readonly sends?: string
}

/** @returns null without a live session */
export type FindCaller = (authorization: string | undefined) => Promise<Caller | null>

/** Finds a caller of before by their session, for answers that may take longer than a token holds. */
export type FindAgain = (sessionId: string) => Promise<Caller | null>

declare module 'hono' {
  interface ContextVariableMap {
    findCaller: FindCaller
    findAgain: FindAgain
    /** The caller whom the guard has let pass. */
    caller: Caller | null
  }
}

/** Lets the following routes find the caller. The lookup happens only when a guard needs it. */
export function identifyCallers(find: FindCaller, again: FindAgain): MiddlewareHandler {
  return (c, next) => {
    c.set('findCaller', find)
    c.set('findAgain', again)
    return next()
  }
}

/** Whether the account has a second step that this session has not passed. Such a session can only complete it, or sign out. */
export function lacksSecondStep({ aal, hasSecondStep }: Caller): boolean {
  return hasSecondStep && aal === 'aal1'
}

/** A declaration of a call, of our API or of a protocol. */
interface Admitting {
  readonly duringRecovery?: true
  readonly whenLimited?: true
  readonly whenSending?: true
}

/** Why a session that may not do everything may not make this call; null if it may. */
export function partSessionRefusal(caller: Pick<Caller, 'recovering' | 'limited'>, declaration: Admitting) {
  if (caller.recovering && !declaration.duringRecovery) return 'password_change_required'
  if (caller.limited && !declaration.whenLimited) return 'second_fact_needed'
  return null
}

/** Whether a ticket of one request is shown to a call that has nothing to do with sending it. */
export const isBeyondTicket = ({ sends }: Caller, { whenSending }: Admitting) => sends !== undefined && !whenSending

/** Why this caller may not do this work of the staff now; null if they may. */
export function staffRefusal({ accounts }: Pick<Env, 'accounts'>, caller: Caller, duty: Duty) {
  if (caller.role !== 'admin') return 'forbidden'
  if (caller.passwordChangeRequired) return 'password_change_required'
  if (lacksSecondStep(caller) || (caller.aal === 'aal1' && accounts.adminMfaRequired)) return 'mfa_required'
  if (!hasDuty(caller.staffRoles, duty)) return 'role_needed'
  return null
}

/** Finds whom the guard has let pass, as they are now. */
export async function findCallerAgain(c: Context): Promise<Caller | null> {
  const caller = c.get('caller')
  return caller && c.get('findAgain')(caller.sessionId)
}

export function findCaller(c: Context): Promise<Caller | null> {
  return c.get('findCaller')(c.req.header('authorization'))
}
