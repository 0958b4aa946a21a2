/**
 * What an adopter changes first: the name, and how to reach the people behind it. The support contacts stand in the pages
 * until `/api/config` answers, and for good where JavaScript is off, so keep them equal to SUPPORT_EMAIL and SUPPORT_PHONE.
 */
export const site: Site = {
  name: 'Taimako',
  /** Which folder of `web/words` the pages are built with; `<html lang>` says the same. */
  language: 'en-NG',
  support: { email: 'support@taimako.example', phone: '+234 800 000 0000' },
  /** Where the source code of this very copy can be read, such as 'https://…'; the footer then leads there. */
  sourceCode: undefined,
  /** The first headline figure: a number that you stand behind, or 'computed' for the server's estimate. */
  livesImpacted: 1,
}

interface Site {
  name: string
  language: string
  support: { email: string; phone: string }
  sourceCode: string | undefined
  livesImpacted: number | 'computed'
}
