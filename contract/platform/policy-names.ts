/** The texts that people agree to or rely on. Their versions are stored, and that of the privacy notice beside each consent. */

export const POLICY_NAMES = ['privacy', 'terms', 'refunds'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

/** Versions of before this day were not stored: their texts are in the history of the source code. */
export const POLICIES_STORED_SINCE = '2026-11-27'

/** A day; the second version of one day ends in `.2`. */
export const POLICY_VERSION = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:\.[1-9]\d{0,2})?$/

/** @returns the page of a version; without one, of all that were stored */
export const policyVersionsPath = (policy: PolicyName, version?: string) =>
  `/${policy}/versions${version === undefined ? '' : `/${version}`}`
