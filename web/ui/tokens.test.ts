/** The colours of tokens.css have enough contrast in both themes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const darkAt = css.indexOf('@media (prefers-color-scheme: dark)')
const coloursIn = (part: string) =>
  Object.fromEntries([...part.matchAll(/--color-([\w-]+): (#[\da-f]{6})/g)].map(([, name, value]) => [name, value]))
const light = coloursIn(css.slice(0, darkAt))
const themes = { light, dark: { ...light, ...coloursIn(css.slice(darkAt)) } }

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const TEXT = {
  ink: ['paper', 'surface', 'sunken', 'leaf-wash', 'gold-wash', 'alert-wash'],
  soft: ['paper', 'surface', 'sunken'],
  leaf: ['paper', 'surface', 'sunken', 'leaf-wash'],
  clay: ['paper'],
  sky: ['sky-wash'],
  alert: ['paper', 'surface', 'alert-wash'],
  'on-leaf': ['leaf', 'leaf-strong'],
  'on-gold': ['gold', 'gold-strong'],
  'on-night': ['night'],
  'on-night-soft': ['night'],
  gold: ['night'],
}
const SHAPES = { edge: ['paper', 'surface'], focus: ['paper', 'surface', 'sunken'] }
const pairs = [
  ...Object.entries(TEXT).map(([name, grounds]) => [name, grounds, 4.5] as const),
  ...Object.entries(SHAPES).map(([name, grounds]) => [name, grounds, 3] as const),
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colours = themes[theme]
  test.each(pairs)('%s can be seen on %s', (name, grounds, least) => {
    for (const ground of grounds) expect(contrast(colours[name], colours[ground])).toBeGreaterThanOrEqual(least)
  })
})
