/** The part of an organisation that pages carry. */
import { offeredTypes } from '../aid/offered-types.ts'
import type { ShownFund } from '../money/funds.ts'
import { boundsInWords } from './offered-bounds.ts'
import { themeCss } from './colours.ts'
import type { Organisation, Site } from './organisation.ts'
import type { ShownTexts } from './texts.ts'
import { OUR_POLICY_VERSION } from './our-policy-version.ts'
import { ourOrganisation } from './our-organisation.ts'

/** @returns the address of a logo; its name changes with its content */
export const logoAddress = (hash: string) => `/logo-${hash.slice(0, 16)}.svg`

/** @returns the address of a photo on the home page; its name changes with its content */
export const pictureAddress = (hash: string) => `/home-${hash.slice(0, 16)}.jpg`

function isSame<Part>(one: Part, other: Part, names: readonly (keyof Part)[]): boolean {
  return names.every((name) => one[name] === other[name])
}

interface ShownBeside {
  /** None where nothing is shown: a value of ours would weigh on every page. */
  readonly funds?: readonly ShownFund[]
  readonly isPreview?: boolean
}

export function siteOf(
  organisation: Organisation,
  texts: Partial<ShownTexts>,
  { funds = [], isPreview = false }: ShownBeside = {},
): Site {
  const { main, accent, logo } = organisation.look
  const { outsider, outsider_reach } = organisation.complaints
  return {
    ...organisation,
    complaints: { outsider, outsider_reach },
    texts,
    funds,
    offered: offeredTypes(organisation.aid),
    privacy_version: texts.privacy?.version ?? OUR_POLICY_VERSION,
    terms_version: texts.terms?.version ?? OUR_POLICY_VERSION,
    examples: {
      organisation: isSame(organisation.registered, ourOrganisation.registered, ['name', 'number', 'address']),
      figures: organisation.texts.figures === null,
      stories: organisation.texts.stories === null,
    },
    theme: isSame(organisation.look, ourOrganisation.look, ['main', 'accent']) ? null : themeCss(main, accent),
    logo_address: logo === null ? null : logoAddress(logo),
    said: boundsInWords(organisation.aid),
    is_preview: isPreview,
  }
}
