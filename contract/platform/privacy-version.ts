/** The version of the privacy notice (web/content/privacy.ts), by its day. It is stored with each consent, so change it whenever the notice changes. */
export const PRIVACY_VERSION = '2026-11-26'
