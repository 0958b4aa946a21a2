/** What a page may weigh before anything is clicked, in kB: scripts and styles gzipped, fonts as they are. Tests and bench hold it. */

/** The most JavaScript that each page may load at once. */
export const SCRIPT_KILOBYTES_MAX = {
  '/': 120,
  '/about': 120,
  '/success-stories': 120,
  '/donate': 155,
  '/contact': 125,
  '/faq': 120,
  // These two bring the auth client.
  '/login': 170,
  // And this one the form of a request for aid; what sends it comes when somebody sends.
  '/register': 180,
} as const

export const STYLE_KILOBYTES_MAX = 12
export const FONT_KILOBYTES_MAX = 45
