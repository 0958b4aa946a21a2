/**
 * Change this first when you run your own site: its name and your contact details. Pages show these contacts until
 * `/api/config` answers, and always without JavaScript, so keep them equal to SUPPORT_EMAIL and SUPPORT_PHONE.
 */
export const site: Site = {
  name: 'Taimako',
  /** The folder of `web/words` that the pages are built with, and the value of `<html lang>`. */
  language: 'en-NG',
  support: { email: 'support@taimako.example', phone: '+234 800 000 0000' },
  /** As registered. Examples, until examples.ts says otherwise. */
  organisation: {
    name: 'Taimako Foundation',
    number: 'CAC/IT/NO 000000',
    address: '1 Example Road, Kano, Nigeria',
  },
  /** Address of this site's source code, such as 'https://…'. The footer links to it. */
  sourceCode: undefined,
  /** The first headline figure: a number that you stand behind, or 'computed' for the server's estimate. */
  livesImpacted: 1,
  /** Target of 'Exit this page': a well-known, neutral site that loads fast. */
  quickExit: 'https://www.google.com/',
}

interface Site {
  name: string
  language: string
  support: { email: string; phone: string }
  organisation: { name: string; number: string; address: string }
  sourceCode: string | undefined
  livesImpacted: number | 'computed'
  quickExit: string
}
