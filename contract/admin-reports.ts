/**
 * What administrators read of gifts, wallets, messages and the books, and what they decide about payments that need review. Who may:
 * contract/endpoint.ts, guard `admin`. The same lists as CSV are declared in admin-exports.ts.
 */
import { z } from 'zod'
import {
  BOOKS_STATES,
  CONTACT_MESSAGE_STATES,
  PAYMENT_ACTIONS,
  PAYMENT_DECISION_CHARACTERS_MAX,
  PAYMENT_DECISION_STATES,
} from './admin-reports-fields.ts'
import { actor, administration, byId, period } from './administration.ts'
import { DONATION_STATUSES, donationType } from './donations.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, naira, paymentReference, personText } from './fields.ts'
import { countedPageOf, countedTotal, pageQuery } from './lists.ts'
import { PURPOSES } from './payments.ts'
import { walletTransaction } from './wallet.ts'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from './wallet-amounts.ts'

const search = personText(100).optional()
/** A day in Lagos: 2026-11-21. */
const day = z.iso.date()

/** A row of the spec's `donations`. One that was given from a wallet keeps of its moments the day only, and has no e-mail address. */
const donation = z.strictObject({
  id: z.uuid(),
  amount: naira,
  /** What was given back of it. */
  amount_reversed: naira,
  status: z.enum(DONATION_STATUSES),
  /** The donor's own, so null where they are anonymous: the alias that the provider has instead is nobody's address. */
  customer_email: z.string().nullable(),
  donation_type: donationType,
  is_anonymous: z.boolean(),
  message: z.string().nullable(),
  transaction_reference: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  paid_at: timestamp.nullable(),
})

/** One try at paying it. */
const paymentTry = z.strictObject({
  reference: paymentReference,
  status: z.string(),
  /** The provider's last word, as it said it. */
  provider_status: z.string().nullable(),
  amount_paid: naira.nullable(),
  fees: naira.nullable(),
  amount_refunded: naira,
  amount_charged_back: naira,
  review_reason: z.string().nullable(),
  created_at: timestamp,
  paid_at: timestamp.nullable(),
})

/** As its owner sees it, but for the description of a gift: it says 'Gift', for to which fund it went is the donor's alone. */
const ownedTransaction = z.strictObject({
  ...walletTransaction.shape,
  /** Whose wallet it is. Empty once the account was closed. */
  full_name: z.string(),
  email: z.string(),
})

const contactMessage = z.strictObject({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(CONTACT_MESSAGE_STATES),
  created_at: timestamp,
})

const paymentDecision = z.strictObject({
  id: z.uuid(),
  /** Of the payment. */
  payment: paymentReference,
  action: z.enum(PAYMENT_ACTIONS),
  reason: z.string(),
  state: z.enum(PAYMENT_DECISION_STATES),
  proposed_by: actor,
  proposed_at: timestamp,
  /** Who confirmed it, or took it back. */
  decided_by: actor.nullable(),
  decided_at: timestamp.nullable(),
  /** Whether the caller may confirm it: whoever proposed it may not. */
  may_confirm: z.boolean(),
})

const paymentForReview = z.strictObject({
  reference: paymentReference,
  purpose: z.enum(PURPOSES),
  /** What was asked for, and what came; null where that was no naira. */
  amount: naira,
  amount_paid: naira.nullable(),
  /** What of that was given back already. */
  amount_returned: naira,
  /** Why it needs review. */
  review_reason: z.string(),
  provider_status: z.string().nullable(),
  paid_at: timestamp.nullable(),
  /** What can be decided: some can only be returned, because nobody is there to be credited. */
  actions: z.array(z.enum(PAYMENT_ACTIONS)),
  /** Waits for a second administrator. */
  proposal: paymentDecision.nullable(),
})

const difference = z.strictObject({ what: z.string(), expected: z.string(), found: z.string() })
const booksState = z.enum(BOOKS_STATES)

/** As it travels: amounts in naira, moments as text. */
export type AdminDonationJson = z.input<typeof donation>
export type ContactMessageJson = z.input<typeof contactMessage>
export type PaymentDecisionJson = z.input<typeof paymentDecision>
export type PaymentForReviewJson = z.input<typeof paymentForReview>

/** The filters of the lists, without their page: the CSV of a list takes the same. */
export const donationFilters = {
  /** The beginning of a reference, also as it stands in the gift's e-mail address: `donations+<reference>`. */
  search,
  status: z.enum(DONATION_STATUSES).optional(),
  donation_type: donationType.optional(),
  ...period,
}
export const walletTransactionFilters = {
  /** The beginning of a reference, ours or the provider's. */
  search,
  status: z.enum(WALLET_TRANSACTION_STATUSES).optional(),
  type: z.enum(WALLET_TRANSACTION_TYPES).optional(),
  user_id: z.uuid().optional(),
  ...period,
}
export const contactMessageFilters = {
  /** The beginning of an e-mail address or of a name. */
  search,
  state: z.enum(CONTACT_MESSAGE_STATES).optional(),
  ...period,
}

export const adminReportEndpoints = {
  'GET /api/admin/overview': endpoint({
    ...administration,
    summary: 'What waits, what was approved this month, what was given, and whether the books balance.',
    reply: {
      status: 200,
      schema: z.strictObject({
        applications: z.strictObject({
          /** Pending or under review. */
          waiting: countedTotal,
          oldest_waiting_at: timestamp.nullable(),
          /** Approved since the first of this month in Lagos, and still approved. */
          approved_this_month: countedTotal,
        }),
        gifts: z.strictObject({
          /** The last 30 days in Lagos, oldest first, today included; also those without a gift; less what was given back. */
          days: z.array(z.strictObject({ day, gifts: z.number().int(), amount: naira })),
          /** All that was ever given and not given back, as in the headline figures. */
          funds: z.array(z.strictObject({ donation_type: donationType, gifts: z.number().int(), amount: naira })),
        }),
        messages: z.strictObject({ new: countedTotal }),
        books: z.strictObject({
          state: booksState,
          payments_for_review: countedTotal,
          frozen_wallets: countedTotal,
        }),
      }),
    },
    errors: [],
  }),
  'GET /api/admin/donations': endpoint({
    ...administration,
    summary: 'All gifts, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...donationFilters }),
    reply: { status: 200, schema: countedPageOf(donation) },
    errors: [],
  }),
  // Before `:id`, which would take it for one.
  'GET /api/admin/donations/summary': endpoint({
    ...administration,
    summary: 'How many gifts succeeded, and what they come to, less what was given back.',
    reply: {
      status: 200,
      schema: z.strictObject({ total_donations: z.number().int(), total_amount: naira }),
    },
    errors: [],
  }),
  'GET /api/admin/donations/:id': endpoint({
    ...administration,
    summary: 'A gift with every try at paying it, oldest first; none for one that was given from a wallet.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ ...donation.shape, payments: z.array(paymentTry) }) },
    errors: ['not_found'],
  }),
  'GET /api/admin/wallet-transactions': endpoint({
    ...administration,
    summary: "The transactions of everybody's wallets, newest first.",
    query: z.strictObject({ ...pageQuery.shape, ...walletTransactionFilters }),
    reply: { status: 200, schema: countedPageOf(ownedTransaction) },
    errors: [],
  }),
  'GET /api/admin/contact-messages': endpoint({
    ...administration,
    summary: 'What people wrote on the contact page, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...contactMessageFilters }),
    reply: { status: 200, schema: countedPageOf(contactMessage) },
    errors: [],
  }),
  'PATCH /api/admin/contact-messages/:id': endpoint({
    ...administration,
    summary: 'Marks a message as new, read or answered.',
    params: byId,
    body: z.strictObject({ state: z.enum(CONTACT_MESSAGE_STATES) }),
    reply: { status: 200, schema: contactMessage },
    errors: ['not_found'],
  }),
  'GET /api/admin/books': endpoint({
    ...administration,
    summary: 'The balances, what the self-checks found last, and what people have to decide about.',
    reply: {
      status: 200,
      schema: z.strictObject({
        state: booksState,
        /** Credits less debits. `wallets` is all of them together. */
        balances: z.array(z.strictObject({ account: z.string(), balance: naira })),
        checks: z.array(
          z.strictObject({
            scope: z.enum(['recent', 'full']),
            checked_at: timestamp.nullable(),
            differences: z.array(difference),
          }),
        ),
        /** The longest frozen first, at most 200. `lost`: what it could not give back; `held`: its balance. */
        frozen_wallets: z.array(
          z.strictObject({ wallet_id: z.uuid(), owner: actor, frozen_at: timestamp, lost: naira, held: naira }),
        ),
        /** The oldest first, at most 200. */
        payments_for_review: z.array(paymentForReview),
      }),
    },
    errors: [],
  }),
  'POST /api/admin/books/decisions': endpoint({
    ...administration,
    summary:
      'Proposes what becomes of a payment that needs review. `settle` credits what came; `return` books that it was sent back to whoever paid, which somebody does at the provider or the bank. A second administrator confirms it.',
    body: z.strictObject({
      payment: paymentReference,
      action: z.enum(PAYMENT_ACTIONS),
      reason: personText(PAYMENT_DECISION_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: paymentDecision },
    errors: ['not_found', 'already_proposed', 'payment_not_for_review', 'payment_cannot_settle'],
  }),
  'POST /api/admin/books/decisions/:id/confirmation': endpoint({
    ...administration,
    summary: 'Confirms what somebody else proposed, and books it, once.',
    params: byId,
    reply: { status: 200, schema: paymentDecision },
    errors: ['not_found', 'second_administrator_needed', 'payment_not_for_review', 'payment_cannot_settle'],
  }),
  'POST /api/admin/books/decisions/:id/withdrawal': endpoint({
    ...administration,
    summary: 'Takes a proposal back. Any administrator may.',
    params: byId,
    reply: { status: 200, schema: paymentDecision },
    errors: ['not_found'],
  }),
} as const
