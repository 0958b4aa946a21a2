/** What pages carry of an organisation. */
import type { Organisation, Site } from './organisation.ts'
import { ourOrganisation } from './our-organisation.ts'

/** @param published null: the organisation has not set anything yet */
export function siteOf(published: Organisation | null, isPreview = false): Site {
  const organisation = published ?? ourOrganisation
  const isOurs = JSON.stringify(organisation.registered) === JSON.stringify(ourOrganisation.registered)
  return {
    ...organisation,
    examples: { organisation: isOurs, figures: true, stories: true, impact: true },
    is_preview: isPreview,
  }
}
