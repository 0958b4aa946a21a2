/** Limits for the size of a page before any click, in kB: scripts and styles gzipped, fonts uncompressed. Used by tests and bench. */

/** The most JavaScript that each page may load initially. */
export const SCRIPT_KILOBYTES_MAX = {
  '/': 120,
  '/about': 120,
  '/success-stories': 120,
  '/donate': 155,
  '/contact': 125,
  '/faq': 120,
  // These two include the auth client.
  '/login': 170,
  // This one includes the form of a request for aid; the code that sends it is loaded later.
  '/register': 180,
} as const

export const STYLE_KILOBYTES_MAX = 12
export const FONT_KILOBYTES_MAX = 45
