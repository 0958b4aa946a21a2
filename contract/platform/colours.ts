/** The colours of an organisation: whether they can be read in both themes, and all shades that follow from them. */

type Channels = readonly [number, number, number]

const WHITE = '#ffffff'
const BLACK = '#000000'
/** As in web/ui/tokens.css: the background of pages, and what text stands on in the dark theme. */
const PAPER = '#fbf8f2'
const DARK_PAPER = '#0f1512'
const DARK_SUNKEN = '#1d2822'
const INK = '#17231c'
const ON_NIGHT = '#f6f1e4'

/** WCAG 2.2, 1.4.3 for text and 1.4.11 for controls. */
const TEXT_CONTRAST = 4.5
const CONTROL_CONTRAST = 3

const channelsOf = (colour: string): Channels => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function luminance(colour: string): number {
  const [r, g, b] = channelsOf(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** @returns from 1 to 21, as WCAG defines it */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** @returns what can be read better on a colour: white or ink */
export const textOn = (colour: string) => (contrast(colour, WHITE) >= contrast(colour, INK) ? WHITE : INK)

/** @param part of `other`, from 0 to 1 */
export function mix(colour: string, other: string, part: number): string {
  const to = channelsOf(other)
  const mixed = channelsOf(colour).map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** @returns the colour, or the nearest one on the way to `towards` that passes */
function nearest(colour: string, towards: string, passes: (each: string) => boolean): string {
  for (let step = 0; step < 64; step += 1) {
    const each = mix(colour, towards, step / 64)
    if (passes(each)) return each
  }
  return towards
}

/** @returns the colour, or the nearest one that can be read as text on a page, and carry text as a button */
export const nearestMain = (colour: string) =>
  nearest(
    colour,
    BLACK,
    (each) => contrast(each, PAPER) >= TEXT_CONTRAST && contrast(each, textOn(each)) >= TEXT_CONTRAST,
  )

/** @returns the colour, or the nearest one that stands out where pages are dark, and can carry text */
export const nearestAccent = (colour: string) =>
  nearest(
    colour,
    WHITE,
    (each) => contrast(each, DARK_SUNKEN) >= CONTROL_CONTRAST && contrast(each, textOn(each)) >= TEXT_CONTRAST,
  )

/** @returns the declarations that replace those of web/ui/tokens.css, for both themes */
export function themeCss(main: string, accent: string): string {
  const leaf = nearest(main, WHITE, (each) => contrast(each, DARK_SUNKEN) >= TEXT_CONTRAST + 1)
  const night = nearest(mix(main, BLACK, 0.25), BLACK, (each) => contrast(each, ON_NIGHT) >= 7)
  const light = {
    leaf: main,
    'leaf-strong': mix(main, BLACK, 0.25),
    'on-leaf': textOn(main),
    'leaf-wash': mix(main, WHITE, 0.9),
    focus: main,
    night,
    ...accentOf(accent, WHITE, 0.8),
  }
  const dark = {
    leaf,
    'leaf-strong': mix(leaf, WHITE, 0.3),
    'on-leaf': textOn(leaf),
    'leaf-wash': mix(main, DARK_PAPER, 0.75),
    focus: accent,
    night: mix(night, BLACK, 0.3),
    ...accentOf(accent, DARK_PAPER, 0.82),
  }
  // One more element than the style sheet names, so that these win wherever they stand.
  return `html:root{${declare(light)}}@media (prefers-color-scheme:dark){html:root{${declare(dark)}}}`
}

const accentOf = (accent: string, paper: string, part: number) => ({
  gold: accent,
  'gold-strong': mix(accent, BLACK, 0.1),
  'on-gold': textOn(accent),
  'gold-wash': mix(accent, paper, part),
})

const declare = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour}`)
    .join(';')
