/** What pages carry of an organisation. */
import { themeCss } from './colours.ts'
import type { Organisation, Site } from './organisation.ts'
import { ourOrganisation } from './our-organisation.ts'

/** @returns the address of a logo; its name changes with its content */
export const logoAddress = (hash: string) => `/logo-${hash.slice(0, 16)}.svg`

function isSame<Part>(one: Part, other: Part, names: readonly (keyof Part)[]): boolean {
  return names.every((name) => one[name] === other[name])
}

/** @param published null: the organisation has not set anything yet */
export function siteOf(published: Organisation | null, isPreview = false): Site {
  const organisation = published ?? ourOrganisation
  const { main, accent, logo } = organisation.look
  return {
    ...organisation,
    examples: {
      organisation: isSame(organisation.registered, ourOrganisation.registered, ['name', 'number', 'address']),
      figures: true,
      stories: true,
      impact: true,
    },
    theme: isSame(organisation.look, ourOrganisation.look, ['main', 'accent']) ? null : themeCss(main, accent),
    logo_address: logo === null ? null : logoAddress(logo),
    is_preview: isPreview,
  }
}
