/** The head of a public page: title, description, canonical address, and the card shown when it is shared. */
import { PUBLIC_URL_PLACEHOLDER } from '../contract/platform/public-url.ts'
import { pageMetaWords as words } from '#words/common/page-meta.ts'
import { LANGUAGE } from '../contract/platform/languages.ts'
import { addressOf } from './lib/language.ts'
import { site } from './words/site.ts'

/** One element of a page's head. */
export type PageMeta =
  | { readonly title: string }
  | { readonly name: string; readonly content: string }
  | { readonly property: string; readonly content: string }
  | { readonly rel: string; readonly href: string }

/** The title in the head is that on the page, unless there is another one for it. */
type PageWords = { readonly metaDescription: string } & ({ readonly metaTitle: string } | { readonly title: string })

/** The site's own address. In the browser it comes from the prerendered page, or React would write a second head. */
const ORIGIN = import.meta.env.SSR ? PUBLIC_URL_PLACEHOLDER : originOfPage()

export function pageMeta(path: string, page: PageWords): PageMeta[] {
  const { metaDescription } = page
  const title = 'metaTitle' in page ? page.metaTitle : page.title
  const address = ORIGIN + (import.meta.env.SSR || import.meta.env.TRANSLATED ? addressOf(path) : path)
  return [
    { title },
    { name: 'description', content: metaDescription },
    { rel: 'canonical', href: address },
    // Machines that show cards load the document: a browser that goes on to another page needs none.
    ...(import.meta.env.SSR ? cardOf(title, metaDescription, address) : []),
  ]
}

function cardOf(title: string, description: string, address: string): PageMeta[] {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: LANGUAGE.replace('-', '_') },
    { property: 'og:url', content: address },
    { property: 'og:title', content: titleOf(title) },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${ORIGIN}/card.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: words.card },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** @returns the title with the name of the organisation, where it does not begin with that */
export function titleOf(title: string): string {
  return title.startsWith(site.name) ? title : `${title} · ${site.name}`
}

function originOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return new URL(canonical?.href ?? window.location.href).origin
}
