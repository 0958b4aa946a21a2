/** The most that a request may ask for. */
import { nairaToKobo, type Kobo } from '../platform/money.ts'
import { AMOUNT_REQUESTED_KOBO_MAX } from './application-fields.ts'

/** @returns the organisation's limit; without one, that of the software */
export const mostOf = ({ amount_max: most }: { readonly amount_max: number | null }): Kobo =>
  (most === null ? null : nairaToKobo(most)) ?? AMOUNT_REQUESTED_KOBO_MAX
