/** Checks a page with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** In the light theme, then in the dark one, in which the page stays. To open it once for each would cost three times as much. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)).map((broken) => `${colorScheme}: ${broken}`))
  }
  return found
}

/** @returns one line for each broken rule, with its elements */
export async function violations(page: Page): Promise<string[]> {
  // Half a megabyte: once for each document.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const found: unknown = await page.evaluate('axe.run().then((result) => result.violations)')
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
