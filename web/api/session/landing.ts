/** The page after signing in, by role (section 2 of the spec). */
import type { Role } from '../../../contract/record/profile-fields.ts'
import { call } from '../client.ts'
import type { SignedIn } from './session.ts'
import { isComplete, isLimited } from './session.ts'
import { hasUnfinishedRegistration } from './unfinished-registration.ts'

export const LANDING: Readonly<Record<Role, string>> = {
  beneficiary: '/beneficiary/dashboard',
  admin: '/admin/dashboard',
}

/** The page of a session whose number may have a new owner. */
export const CONFIRM_NUMBER = '/confirm-number'

/** The section of the account page in which a password is chosen, and the page to go to afterwards. */
export function choosePasswordAddress(from: string): string {
  return `/account?${new URLSearchParams({ section: 'password', from })}`
}

/** Whether the server accepts nothing else until this user has chosen a password. */
export function mustChoosePassword({ user }: SignedIn): boolean {
  return user.app_metadata['password_change_required'] === true
}

/** Whether the user still has something to do on the sign-in screen: the second step, or a registration to finish. */
export function hasMoreToDo(session: SignedIn): boolean {
  return !isComplete(session) || hasUnfinishedRegistration(session.user.email ?? '')
}

/** @param origin the page to return to, see originOf */
export async function placeAfterSignIn(session: SignedIn, origin: string | null): Promise<string> {
  if (isLimited(session)) return CONFIRM_NUMBER
  const place = origin ?? (await findLanding(session))
  return mustChoosePassword(session) ? choosePasswordAddress(place) : place
}

/** The dashboard of the role. A user who never sent a request for aid lands on the wallet: their dashboard would be empty. */
async function findLanding({ role, bearer }: SignedIn): Promise<string> {
  if (role !== 'beneficiary') return LANDING[role]
  try {
    const { items } = await call('GET /api/applications', { query: { limit: '1' }, bearer })
    return items.length === 0 ? '/wallet' : LANDING.beneficiary
  } catch (problem) {
    // The dashboard says what failed, and retries.
    console.warn(problem)
    return LANDING.beneficiary
  }
}
