/** Signs of our pages are in a font of ours: any other comes from the device, in its own look, or as an empty box. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const ranges = [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
  ([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const,
)
const isOurs = (sign: string) =>
  ranges.some(([first, last]) => (sign.codePointAt(0) ?? 0) >= first && (sign.codePointAt(0) ?? 0) <= last)

test('no page has a sign that our fonts lack', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.ts', 'node_modules/**'] })
  expect(files.length).toBeGreaterThan(500)
  const foreign = files.flatMap((file) => {
    const shown = readFileSync(join(web, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...new Set(shown)].filter((sign) => sign > '~' && !isOurs(sign)).map((sign) => `${file}: ${sign}`)
  })
  expect(foreign).toEqual([])
})
