/** The rules of reports that the pages share with the server: in a file of their own, so that no schema travels with them. */

/** A message begins as `new`. */
export const CONTACT_MESSAGE_STATES = ['new', 'read', 'answered'] as const
export type ContactMessageState = (typeof CONTACT_MESSAGE_STATES)[number]

/** What can become of a payment that needs review: its money is credited, or sent back to whoever paid. */
export const PAYMENT_ACTIONS = ['settle', 'return'] as const
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number]

/** A decision waits for a second administrator, who confirms it; or somebody takes it back. */
export const PAYMENT_DECISION_STATES = ['proposed', 'confirmed', 'withdrawn'] as const

/** Of the reason for a decision about a payment, which administrators read. */
export const PAYMENT_DECISION_CHARACTERS_MAX = 500

/** `unchecked`: an instance that has just begun. */
export const BOOKS_STATES = ['even', 'uneven', 'unchecked'] as const

/** The overview's chart. */
export const OVERVIEW_DAYS = 30
