/** The organisation's details, from the JSON of the page: the browser renders the same as the server. */
import type { Site } from '../../contract/platform/organisation.ts'
import { siteOf } from '../../contract/platform/our-site.ts'

declare global {
  // oxlint-disable-next-line no-var -- a global can be declared in no other way
  var taimakoSite: Site | undefined
}

/** The id of the element that holds it. */
export const SITE_ELEMENT = 'site'

/** As it stands in the page. */
export const siteJson = import.meta.env.SSR ? jsonForPage(given()) : readPage()

export const site: Site = JSON.parse(siteJson)

/** @returns the name under which a visitor saves a file of ours: `taimako-months.csv` */
export const ownFileName = (name: string) => `${site.short_name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${name}`

/** The process that renders puts it there before it loads the pages. */
function given(): Site {
  return globalThis.taimakoSite ?? siteOf(null)
}

/** A text can then not end the element that it stands in. */
function jsonForPage(value: Site): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

function readPage(): string {
  return document.getElementById(SITE_ELEMENT)?.textContent ?? 'null'
}
