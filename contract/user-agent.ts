/**
 * What a device says of itself, as far as it can be said in words: enough to know one's own devices by. It is a guess, because
 * browsers pretend to be each other: whoever is named by several is looked for first. Names come from these tables only,
 * never from the text itself, which anybody may write as they like.
 */

const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Opera Mini/, 'Opera Mini'],
  [/OPR\/|Opera/, 'Opera'],
  [/UCBrowser|UCWEB/, 'UC Browser'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/CriOS|Chrome|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/KAIOS/i, 'KaiOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** @param userAgent as the device names itself; empty when it did not */
export function readUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: find(BROWSERS, userAgent), system: find(SYSTEMS, userAgent) }
}

function find(known: typeof BROWSERS, userAgent: string): string | undefined {
  return known.find(([sign]) => sign.test(userAgent))?.[1]
}
