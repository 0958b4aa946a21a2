/** Built pages whose placeholders the server fills in. They are sent without scripts, which would write the placeholders again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { SiteFiles } from '../rendering/render-site.ts'
import { inlineStyleHashes, pagePolicy, type PageSources } from './security.ts'

export interface PageTemplate {
  readonly html: string
  /** @param formTargets where its form may lead besides this site */
  readonly policy: (formTargets: readonly string[]) => string
}

/** Values that the server has and the build does not, by placeholder. */
export type Filled = Readonly<Record<string, string>>

/** @returns the text with each placeholder replaced */
export function fillIn(text: string, filled: Filled): string {
  return Object.entries(filled).reduce((page, [placeholder, value]) => page.replaceAll(placeholder, value), text)
}

/**
 * @param published the pages that stand before those of the build, now
 * @throws when the page was not built
 */
export function readTemplate(
  folder: string,
  address: string,
  sources: PageSources,
  filled: Filled,
  published: () => SiteFiles | undefined,
): PageTemplate {
  const built = readFileSync(join(folder, address, 'index.html'), 'utf8')
  const now = () => {
    const found = published()?.[address]
    return withoutScripts(fillIn(typeof found === 'string' ? found : built, filled))
  }
  return {
    get html() {
      return now()
    },
    policy: (formTargets) => pagePolicy(sources, [], formTargets, inlineStyleHashes(now())),
  }
}

const withoutScripts = (page: string) =>
  page.replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Answers with a page. @param values the text for each placeholder; it is escaped */
export function fillPage(
  c: Context,
  status: ContentfulStatusCode,
  { html, policy }: PageTemplate,
  values: Filled,
  formTargets: readonly string[] = [],
): Response {
  return c.html(fillInEscaped(html, values), status, { 'Content-Security-Policy': policy(formTargets) })
}

/** @returns the page with each placeholder replaced by its text, which is escaped */
export function fillInEscaped(html: string, values: Filled): string {
  return Object.entries(values).reduce((page, [name, value]) => page.replaceAll(name, () => escape(value)), html)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
