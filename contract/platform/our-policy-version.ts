/** The version of our texts (our-policies.ts), by its day. A test compares their digests: change it with them. */
export const OUR_POLICY_VERSION = '2026-11-29.2'
