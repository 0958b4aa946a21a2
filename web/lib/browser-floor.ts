/**
 * The oldest browsers that the pages work in: what cascade layers need. Android 6 ends at Chrome 106. Scripts and styles are built for
 * them (vite.config.ts), `npm run check` refuses newer built-ins (tsconfig.floor.json), and a test walks the pages without any newer
 * one (test/browser/old-phone.test.ts).
 */
export const BROWSER_FLOOR = ['chrome99', 'safari15.4', 'firefox97']

/** Pages of staff draw PDFs, which needs more. Other browsers of the same months do too. */
export const STAFF_BROWSERS = 'Chrome 111, Safari 16.4 or Firefox 119'
