/** The most that a request may ask for. */
import type { Kobo } from '../platform/money.ts'
import { AMOUNT_REQUESTED_NAIRA_MAX } from '../platform/our-defaults.ts'

/** The maximum request: ₦100,000,000. It catches mistyped amounts. */
export const AMOUNT_REQUESTED_KOBO_MAX: Kobo = BigInt(AMOUNT_REQUESTED_NAIRA_MAX) * 100n

/**
 * The most that a request may ask for.
 * @param aid of the organisation, with its limit in naira
 * @returns kobo; without a limit of the organisation, that of the software
 */
export const mostOf = ({ amount_max: most }: { readonly amount_max: number | null }): Kobo =>
  most === null ? AMOUNT_REQUESTED_KOBO_MAX : BigInt(most) * 100n
