/** The weight of each page in kB: scripts and styles gzipped, fonts as they are. Tests and bench check it. */

/** The most JavaScript that each page loads before the user does anything, as it is built for the oldest browsers. */
export const SCRIPT_KILOBYTES_MAX = {
  '/': 86,
  '/about': 85.7,
  '/success-stories': 85.5,
  '/donate': 99.3,
  '/contact': 89.6,
  // With the choice of a language.
  '/aid': 87,
  '/faq': 84.6,
  // The auth client follows when the user starts typing.
  '/login': 103.4,
  '/register': 101,
  // With the form of an aid request, and what keeps its draft and files in this tab. The code that sends it follows when it is sent.
  '/register/aid': 115.6,
} as const

export const STYLE_KILOBYTES_MAX = 12.2
export const FONT_KILOBYTES_MAX = 31
/** JavaScript and styles of each staff page, without what follows once it is drawn: the schemas, the PDF viewer, the composer. */
export const STAFF_KILOBYTES_MAX = 198.5
