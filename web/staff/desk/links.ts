/** The links of the rail and of the menu on small screens, by how often they are needed. A place added here needs its page in web/pages and its route. */
import { hasDuty, type Duty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { IconName } from '../../ui/icon.tsx'
import { administration as words } from '#words/office/administration.ts'
import { staffWords } from '#words/aid/admin-words.ts'
import { staffFrame } from '#words/office/admin-frame.ts'
import { HOME, placeAddress } from './places.ts'

interface StaffLink {
  readonly to: string
  readonly text: string
  readonly icon: IconName
  /** Roles with this duty see it, as they see its page. */
  readonly duty: Duty
  /** Whether it is behind More. */
  readonly isRare?: true
}

/** The list of all requests: a view of the queue. */
const ALL = placeAddress('applications')

const LINKS: readonly StaffLink[] = [
  { to: HOME, text: words.queue, icon: 'clock', duty: 'decide_requests' },
  { to: ALL, text: words.queue, icon: 'clock', duty: 'see_requests' },
  { to: placeAddress('payouts'), text: words.payouts, icon: 'arrow', duty: 'see_money' },
  { to: placeAddress('books'), text: words.tabs.books, icon: 'book', duty: 'see_money' },
  { to: placeAddress('beneficiaries'), text: words.tabs.beneficiaries, icon: 'people', duty: 'see_requests' },
  { to: placeAddress('donors'), text: words.tabs.donors, icon: 'coins', duty: 'see_money' },
  { to: placeAddress('messages'), text: words.tabs.messages, icon: 'mail', duty: 'see_requests' },
  { to: placeAddress('complaints'), text: words.complaints, icon: 'siren', duty: 'decide_requests', isRare: true },
  { to: placeAddress('words'), text: staffWords.place, icon: 'mail', duty: 'administer', isRare: true },
  { to: placeAddress('calls'), text: words.calls, icon: 'phone', duty: 'call_recipients' },
  { to: placeAddress('decisions'), text: staffFrame.decisions, icon: 'check', duty: 'see_requests' },
  { to: placeAddress('overview'), text: words.overview, icon: 'chart', duty: 'see_requests' },
  { to: placeAddress('audit'), text: words.tabs.audit, icon: 'shield', duty: 'see_audit', isRare: true },
  { to: placeAddress('team'), text: words.team, icon: 'badge', duty: 'see_audit', isRare: true },
  { to: placeAddress('settings'), text: words.settings, icon: 'sliders', duty: 'see_requests', isRare: true },
]

/** The places for these roles, in the order of the rail. The queue of someone who decides nothing is the list of all requests. */
export function linksFor(roles: readonly StaffRole[]): readonly StaffLink[] {
  const decides = hasDuty(roles, 'decide_requests')
  return LINKS.filter(({ to, duty }) => hasDuty(roles, duty) && !(decides && to === ALL))
}

/** First page of these roles: the queue, the payouts, the audit or the calls. */
export function homeOf(roles: readonly StaffRole[]): string {
  if (hasDuty(roles, 'decide_requests')) return HOME
  if (hasDuty(roles, 'handle_money')) return placeAddress('payouts')
  return placeAddress(hasDuty(roles, 'see_audit') ? 'audit' : 'calls')
}

/** @param pathname of the page; requests and `/admin` belong to the queue */
export function isOpen({ to }: StaffLink, pathname: string): boolean {
  const shown = pathname.replace(/\/$/, '')
  if (to === HOME) return ['/admin', HOME, ALL].includes(shown) || shown.startsWith(`${ALL}/`)
  return shown === to || shown.startsWith(`${to}/`)
}
