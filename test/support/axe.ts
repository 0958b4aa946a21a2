/** Checks a page with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { isNightly } from './nightly.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** The rules that depend on colours, the only difference between the themes. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** All rules in the light theme, then those of colours in the dark one, in which the page stays. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  return [...(await violationsIn('light', page)), ...(await violationsIn('dark', page, OF_COLOUR))]
}

/** The dark theme is that of `npm run nightly` alone: the sweep of all pages (adaptation) looks at both each time. */
export const violationsInEachTheme = isNightly
  ? violationsInBothThemes
  : (page: Page): Promise<string[]> => violationsIn('light', page)

/** Leaves the page in this theme. */
export async function violationsIn(
  colorScheme: 'light' | 'dark',
  page: Page,
  only?: readonly string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  return (await violations(page, only)).map((broken) => `${colorScheme}: ${broken}`)
}

/**
 * @param only rules, in place of all
 * @returns one line for each broken rule, with its elements
 */
export async function violations(page: Page, only?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once for each document.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  // Elements that pass are counted, not described.
  const options = { resultTypes: ['violations'], ...(only && { runOnly: only }) }
  const found: unknown = await page.evaluate(`axe.run(${JSON.stringify(options)}).then((result) => result.violations)`)
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
