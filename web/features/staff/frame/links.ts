/** The links of the rail and of the menu on small screens. A place added here needs its page in web/pages and its route. */
import type { IconName } from '../../../ui/icon.tsx'
import { administration as words } from '#words/administration.ts'
import { settings } from '#words/admin-settings.ts'
import { payments } from '#words/admin-payouts.ts'
import { HOME, placeAddress } from '../places.ts'

interface StaffLink {
  readonly to: string
  readonly text: string
  readonly icon: IconName
}

export const LINKS: readonly StaffLink[] = [
  { to: HOME, text: words.queue, icon: 'clock' },
  { to: placeAddress('applications'), text: words.tabs.applications, icon: 'bowl' },
  { to: placeAddress('payments'), text: payments.title, icon: 'arrow' },
  { to: placeAddress('beneficiaries'), text: words.tabs.beneficiaries, icon: 'people' },
  { to: placeAddress('donors'), text: words.tabs.donors, icon: 'coins' },
  { to: placeAddress('messages'), text: words.tabs.messages, icon: 'mail' },
  { to: placeAddress('audit'), text: words.tabs.audit, icon: 'shield' },
  { to: placeAddress('books'), text: words.tabs.books, icon: 'book' },
  { to: placeAddress('overview'), text: words.overview, icon: 'globe' },
  { to: placeAddress('settings'), text: settings.title, icon: 'copy' },
]

/** @param pathname as React Router has it; a request belongs to Applications, and `/admin` to the queue */
export function isOpen({ to }: StaffLink, pathname: string): boolean {
  const shown = pathname.replace(/\/$/, '')
  if (to === HOME) return shown === '/admin' || shown === HOME
  return shown === to || shown.startsWith(`${to}/`)
}
