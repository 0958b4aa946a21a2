/** The links of the rail and of the menu on small screens. A place added here needs its page in web/pages and its route. */
import { hasDuty, type Duty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { IconName } from '../../ui/icon.tsx'
import { administration as words } from '#words/office/administration.ts'
import { staffFrame } from '#words/office/admin-frame.ts'
import { calls } from '#words/aid/calls.ts'
import { team } from '#words/office/team.ts'
import { HOME, placeAddress } from './places.ts'

interface StaffLink {
  readonly to: string
  readonly text: string
  readonly icon: IconName
  /** Roles with this duty see it, as they see its page. */
  readonly duty: Duty
}

const LINKS: readonly StaffLink[] = [
  { to: HOME, text: words.queue, icon: 'clock', duty: 'decide_requests' },
  { to: placeAddress('applications'), text: words.tabs.applications, icon: 'bowl', duty: 'see_requests' },
  { to: placeAddress('payouts'), text: words.payouts, icon: 'arrow', duty: 'see_money' },
  { to: placeAddress('decisions'), text: staffFrame.decisions, icon: 'check', duty: 'see_requests' },
  { to: placeAddress('calls'), text: calls.title, icon: 'phone', duty: 'call_recipients' },
  { to: placeAddress('beneficiaries'), text: words.tabs.beneficiaries, icon: 'people', duty: 'see_requests' },
  { to: placeAddress('donors'), text: words.tabs.donors, icon: 'coins', duty: 'see_money' },
  { to: placeAddress('messages'), text: words.tabs.messages, icon: 'mail', duty: 'see_requests' },
  { to: placeAddress('audit'), text: words.tabs.audit, icon: 'shield', duty: 'see_audit' },
  { to: placeAddress('books'), text: words.tabs.books, icon: 'book', duty: 'see_money' },
  { to: placeAddress('overview'), text: words.overview, icon: 'chart', duty: 'see_requests' },
  { to: placeAddress('team'), text: team.title, icon: 'badge', duty: 'see_audit' },
  { to: placeAddress('settings'), text: words.settings, icon: 'sliders', duty: 'see_requests' },
]

/** The places for these roles, in the order of the rail. */
export function linksFor(roles: readonly StaffRole[]): readonly StaffLink[] {
  return LINKS.filter(({ duty }) => hasDuty(roles, duty))
}

/** First page of these roles: the queue, the payouts, the audit or the calls. */
export function homeOf(roles: readonly StaffRole[]): string {
  if (hasDuty(roles, 'decide_requests')) return HOME
  if (hasDuty(roles, 'handle_money')) return placeAddress('payouts')
  return placeAddress(hasDuty(roles, 'see_audit') ? 'audit' : 'calls')
}

/** @param pathname as React Router has it; a request belongs to Applications, and `/admin` to the queue */
export function isOpen({ to }: StaffLink, pathname: string): boolean {
  const shown = pathname.replace(/\/$/, '')
  if (to === HOME) return shown === '/admin' || shown === HOME
  return shown === to || shown.startsWith(`${to}/`)
}
