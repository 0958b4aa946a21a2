/** The parts of the settings. */
import { FUNDS, ORGANISATION, placeAddress } from '../../desk/places.ts'
import { PartsNav } from '../../desk/parts-nav.tsx'
import { useAdministration } from '../../desk/administration.ts'
import { administration } from '#words/office/administration.ts'
import { organisation } from '#words/office/admin-organisation.ts'
import { adminFunds } from '#words/money/admin-funds.ts'
import { settings as words } from '#words/office/admin-settings.ts'

const PARTS = [
  { to: placeAddress('settings'), text: words.templates, duty: 'see_requests' },
  { to: ORGANISATION, text: organisation.title, duty: 'administer' },
  { to: FUNDS, text: adminFunds.title, duty: 'see_money' },
] as const

export function SettingsNav() {
  const { may } = useAdministration()
  return <PartsNav label={administration.settings} parts={PARTS.filter(({ duty }) => may(duty))} />
}
