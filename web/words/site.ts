/** The organisation's details and texts, from the JSON of the page: the browser renders the same as the server. */
import type { Site } from '../../contract/platform/organisation.ts'
import type { ShownTexts, TextPart } from '../../contract/platform/texts.ts'

declare global {
  // oxlint-disable-next-line no-var -- a global can be declared in no other way
  var taimakoSite: Site
}

/** The id of the element that holds it. */
export const SITE_ELEMENT = 'site'

/** The process that renders has put it there before it loads the pages, and so do tests. */
export const site: Site = import.meta.env.SSR ? globalThis.taimakoSite : JSON.parse(readPage())

/** @returns the version of a text that this document led to, or showed since; it is stored with what a form sends */
export const shownVersion = (policy: 'privacy' | 'terms') => site.texts[policy]?.version ?? site[`${policy}_version`]

interface OutsiderWords {
  readonly outsider: (name: string, reach: string) => string
  readonly noOutsider: string
}

/** Names someone outside who is told what no one here can look at without a part in it, or says that there is no one. */
export function outsiderInWords(words: OutsiderWords): string {
  const { outsider, outsider_reach: reach } = site.complaints
  return outsider === null || reach === null ? words.noOutsider : words.outsider(outsider, reach)
}

/** @returns what a page carries: of the texts, those that it shows */
export function siteJson(parts: readonly TextPart[]): string {
  if (!import.meta.env.SSR) return readPage()
  const texts = Object.fromEntries(parts.map((part) => [part, site.texts[part]]))
  // A text can then not end the element that it stands in.
  return JSON.stringify({ ...site, texts }).replaceAll('<', String.raw`\u003c`)
}

/** @throws before the page that shows it was loaded with its texts */
export function textOf<Part extends TextPart>(part: Part): ShownTexts[Part] {
  const text: Partial<ShownTexts>[Part] = site.texts[part]
  if (!text) throw new Error(`no text: ${part}`)
  return text
}

/** Loads what the page that follows shows, and this document did not bring. */
export const loadTexts = (parts: readonly TextPart[]) =>
  Promise.all(
    parts.map(async (part) => {
      if (!site.texts[part]) Object.assign(site.texts, await (await fetch(`/texts/${part}.json`)).json())
    }),
  )

/** @returns the name under which a visitor saves a file of ours: `taimako-months.csv` */
export const ownFileName = (name: string) => `${site.short_name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${name}`

function readPage(): string {
  return document.getElementById(SITE_ELEMENT)?.textContent ?? 'null'
}
