/**
 * Describes a user agent in words, so that users recognise their devices. It is a guess, because browsers imitate each other: the
 * ones that several imitate are matched last. Names come only from these tables, never from the text, which can say anything.
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

/** @param userAgent as the device sent it; empty if it sent none */
export function readUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: find(BROWSERS, userAgent), system: find(SYSTEMS, userAgent) }
}

function find(known: typeof BROWSERS, userAgent: string): string | undefined {
  return known.find(([sign]) => sign.test(userAgent))?.[1]
}
