/** The parts of the settings. */
import { ORGANISATION, placeAddress } from '../../desk/places.ts'
import { PartsNav } from '../../desk/parts-nav.tsx'
import { useAdministration } from '../../desk/administration.ts'
import { administration } from '#words/office/administration.ts'
import { organisation } from '#words/office/admin-organisation.ts'
import { settings as words } from '#words/office/admin-settings.ts'

const TEMPLATES = { to: placeAddress('settings'), text: words.templates }
const PARTS = [{ to: ORGANISATION, text: organisation.title }, TEMPLATES]

export function SettingsNav() {
  const { may } = useAdministration()
  return <PartsNav label={administration.settings} parts={may('administer') ? PARTS : [TEMPLATES]} />
}
