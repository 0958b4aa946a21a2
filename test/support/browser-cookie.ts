/** The cookie of the browser that all tests without one of their own share: an Idempotency-Key of a donor belongs to it. */
export const BROWSER_COOKIE = `taimako_browser=${'test'.repeat(8)}`
