/** The rules of reports that pages share with the server, in a separate file so that pages load no schemas. */

/** A message starts as `new`. */
export const CONTACT_MESSAGE_STATES = ['new', 'read', 'answered'] as const
export const REPLY_CHARACTERS_MAX = 5000
/** The people who can begin a thread of the inbox: someone on the contact page, or staff about a request. */
export const THREAD_ORIGINS = ['contact', 'staff'] as const
/** How staff tells a person of a reply. */
export const REPLY_CHANNELS = ['mail', 'sms', 'both'] as const
/**
 * The delivery state of a mail or a text message: it can still be undone, is held until a day after the last mail to an unproven address,
 * is on its way, was sent, was given up, or does not exist. Of a text message the provider also reports `delivered` or `undelivered`.
 */
export const DELIVERIES = [
  'waiting',
  'held',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'not_sent',
] as const
export type Delivery = (typeof DELIVERIES)[number]
export type ReplyChannel = (typeof REPLY_CHANNELS)[number]
export type ContactMessageState = (typeof CONTACT_MESSAGE_STATES)[number]

/** The decisions about a payment that needs review: credit the money, or return it to the payer. */
export const PAYMENT_ACTIONS = ['settle', 'return'] as const
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number]

/** For the reason of a decision about a payment. */
export const PAYMENT_DECISION_CHARACTERS_MAX = 500

/** `unchecked`: a new instance. */
export const BOOKS_STATES = ['balanced', 'differs', 'unbalanced', 'unchecked'] as const
export type BooksState = (typeof BOOKS_STATES)[number]

/** The days in the overview's chart. */
export const OVERVIEW_DAYS = 30
