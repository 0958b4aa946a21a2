/** Puts our own site where the words of the pages read it. */
import { ourOrganisation } from '../../contract/platform/our-organisation.ts'
import { siteOf } from '../../contract/platform/our-site.ts'

globalThis.taimakoSite = siteOf(ourOrganisation, {})
