/** Where users go after signing in (section 2 of the spec). */
import type { Role } from '../../../contract/profile-fields.ts'
import type { SignedIn } from './session.ts'
import { isComplete } from './session.ts'
import { hasUnfinishedRegistration } from './unfinished-registration.ts'

export const LANDING: Readonly<Record<Role, string>> = {
  beneficiary: '/beneficiary/dashboard',
  admin: '/admin/dashboard',
}

/** The section of the account page in which a password is chosen, and the page to go to afterwards. */
export function choosePasswordAddress(from: string): string {
  return `/account?${new URLSearchParams({ section: 'password', from })}`
}

/** Whether the server accepts nothing else until this user has chosen a password. */
export function mustChoosePassword({ user }: SignedIn): boolean {
  return user.app_metadata['password_change_required'] === true
}

/**
 * @param origin the page to return to, see originOf
 * @returns the address to go to; null while the user still has something to do here: the second step, or a registration to finish
 */
export function placeAfterSignIn(session: SignedIn, origin: string | null): string | null {
  const { user, role } = session
  if (!isComplete(session) || hasUnfinishedRegistration(user.email ?? '')) return null
  const place = origin ?? LANDING[role]
  return mustChoosePassword(session) ? choosePasswordAddress(place) : place
}
