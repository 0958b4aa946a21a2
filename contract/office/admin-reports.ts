/**
 * Reports for administrators on gifts, wallets and the books, and decisions about payments that need review. The same
 * lists as CSV are declared in admin-exports.ts.
 */
import { z } from 'zod'
import { BOOKS_STATES, PAYMENT_ACTIONS, PAYMENT_DECISION_CHARACTERS_MAX } from './admin-reports-fields.ts'
import { actor, staffWith, byId, period } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { openDispute } from '../money/disputes.ts'
import { DONATION_STATUSES, donationType } from '../money/donations.ts'
import { difference } from '../money/differences.ts'
import { monthFilter } from '../money/months.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, timestamp, naira, paymentReference, personText } from '../platform/fields.ts'
import { countedPageOf, countedTotal, pageQuery } from '../platform/lists.ts'
import { PURPOSES } from '../money/payments.ts'
import { REASONS } from '../aid/reason-fields.ts'
import { walletTransaction } from '../money/wallet.ts'
import { frozenWallet } from '../money/wallet-decisions.ts'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from '../money/wallet-amounts.ts'

const search = personText(100).optional()
/** A day in Lagos: 2026-11-21. */
const day = z.iso.date()

/** A row of the spec's `donations`. A gift from a wallet shows only its date, and has no email address. */
const donation = z.strictObject({
  id: z.uuid(),
  amount: naira,
  /** The refunded part. */
  amount_reversed: naira,
  status: z.enum(DONATION_STATUSES),
  /** The donor's address. Null for an anonymous gift: the provider only has an alias. */
  customer_email: z.string().nullable(),
  donation_type: donationType,
  is_anonymous: z.boolean(),
  message: z.string().nullable(),
  transaction_reference: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  paid_at: timestamp.nullable(),
})

/** An attempt to pay it. */
const paymentAttempt = z.strictObject({
  reference: paymentReference,
  status: z.string(),
  /** The last status from the provider, unchanged. */
  provider_status: z.string().nullable(),
  amount_paid: naira.nullable(),
  fees: naira.nullable(),
  amount_refunded: naira,
  amount_charged_back: naira,
  review_reason: z.string().nullable(),
  created_at: timestamp,
  paid_at: timestamp.nullable(),
})

/** As its owner sees it, except that a gift is described as 'Gift': administrators do not see the donor's fund. */
const ownedTransaction = z.strictObject({
  ...walletTransaction.shape,
  /** The owner. Empty once the account was closed. */
  full_name: z.string(),
  email: z.string(),
})

const paymentForReview = z.strictObject({
  reference: paymentReference,
  purpose: z.enum(PURPOSES),
  /** The requested amount, and the amount received; null if that was not in naira. */
  amount: naira,
  amount_paid: naira.nullable(),
  /** The part in suspense, which waits for the decision. */
  amount_suspended: naira,
  /** The part that was already returned. */
  amount_returned: naira,
  /** Why it needs review. */
  review_reason: z.string(),
  provider_status: z.string().nullable(),
  paid_at: timestamp.nullable(),
  /** The possible decisions. A payment without a recipient can only be returned. */
  actions: z.array(z.enum(PAYMENT_ACTIONS)),
  /** Waiting for a second administrator. */
  proposal: proposal.nullable(),
})

const booksState = z.enum(BOOKS_STATES)

/** As JSON: amounts in naira, timestamps as text. */
export type AdminDonationJson = z.input<typeof donation>
export type PaymentForReviewJson = z.input<typeof paymentForReview>

/** Hours that half of them, and nine of ten, took at most. Null while there is none. */
const times = z.strictObject({
  count: z.number().int(),
  median_hours: z.number().nullable(),
  most_hours: z.number().nullable(),
})

/** The filters of the lists. Their CSV exports take the same. */
export const donationFilters = {
  /** The start of a reference, also within the gift's email address: `donations+<reference>`. */
  search,
  status: z.enum(DONATION_STATUSES).optional(),
  donation_type: donationType.optional(),
  ...period,
}
export const walletTransactionFilters = {
  /** The start of a reference, ours or the provider's. */
  search,
  status: z.enum(WALLET_TRANSACTION_STATUSES).optional(),
  type: z.enum(WALLET_TRANSACTION_TYPES).optional(),
  user_id: z.uuid().optional(),
  ...period,
}
export const adminReportEndpoints = {
  'GET /api/admin/overview': endpoint({
    ...staffWith('see_requests'),
    summary: 'The overview: waiting requests, approvals this month, gifts, new messages and the state of the books.',
    reply: ok({
      applications: z.strictObject({
        /** Pending or under review. */
        waiting: countedTotal,
        oldest_waiting_at: timestamp.nullable(),
        /** Approved, and no award is granted or proposed. */
        to_award: countedTotal,
        /** Approved since the first of this month in Lagos, and not reversed since. */
        approved_this_month: countedTotal,
        /** Rejected since then and not reversed, by the code of the reason; null: written without a template. */
        rejected_this_month: z.array(
          z.strictObject({ reason_code: z.enum(REASONS).nullable(), requests: z.number().int() }),
        ),
      }),
      gifts: z.strictObject({
        /** The last 30 days in Lagos, oldest first, with today and with days without gifts; refunds deducted. */
        days: z.array(z.strictObject({ day, gifts: z.number().int(), amount: naira })),
        /** All gifts less refunds, as in the headline figures. */
        funds: z.array(z.strictObject({ donation_type: donationType, gifts: z.number().int(), amount: naira })),
      }),
      messages: z.strictObject({
        new: countedTotal,
        /** Emails of the last seven days that were given up, such as letters about requests and mail to staff. */
        undelivered: countedTotal,
      }),
      books: z.strictObject({
        state: booksState,
        payments_for_review: countedTotal,
        frozen_wallets: countedTotal,
        /** The funds below zero, and by how much. */
        short_funds: z.array(z.strictObject({ fund: donationType, shortage: naira })),
        /** Waiting for an answer at the payment provider. */
        open_disputes: countedTotal,
      }),
    }),
  }),
  'GET /api/admin/overview/month': endpoint({
    ...staffWith('see_requests'),
    summary:
      'One month in Lagos: the time to decide and to pay, what recipients confirmed, each fund, and the requests that are late now, by owner.',
    query: z.strictObject(monthFilter),
    reply: ok({
      month: z.string(),
      /** From sending to the decision, of the requests decided in the month. */
      to_decide: times,
      /** From the decision to the hand-over or the bank's answer, of the payouts of the month. */
      to_pay: times,
      /** The payouts of the month, and those that their recipients have confirmed whole until now. */
      answers: z.strictObject({ handed_over: z.number().int(), confirmed: z.number().int() }),
      /** Gifts paid in the month less refunds, and payouts of the month less returns. */
      funds: z.array(
        z.strictObject({
          donation_type: donationType,
          gifts: z.number().int(),
          given: naira,
          payouts: z.number().int(),
          paid_out: naira,
          confirmed: z.number().int(),
        }),
      ),
      /** Late now, whatever the month; most first. Null: no owner. */
      late: z.array(z.strictObject({ owner: actor.omit({ email: true }).nullable(), requests: z.number().int() })),
    }),
  }),
  'GET /api/admin/donations': endpoint({
    ...staffWith('see_money'),
    summary: 'All gifts, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...donationFilters }),
    reply: { status: 200, schema: countedPageOf(donation) },
  }),
  // Before `:id`, which would match it.
  'GET /api/admin/donations/summary': endpoint({
    ...staffWith('see_money'),
    summary: 'The number of successful gifts and their total, less refunds.',
    reply: ok({ total_donations: z.number().int(), total_amount: naira }),
  }),
  'GET /api/admin/donations/:id': endpoint({
    ...staffWith('see_money'),
    summary: 'A gift with its payment attempts, oldest first. A gift from a wallet has none.',
    params: byId,
    reply: ok({ ...donation.shape, payments: z.array(paymentAttempt) }),
    errors: ['not_found'],
  }),
  'GET /api/admin/wallet-transactions': endpoint({
    ...staffWith('see_money'),
    summary: 'The transactions of all wallets, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...walletTransactionFilters }),
    reply: { status: 200, schema: countedPageOf(ownedTransaction) },
  }),
  'GET /api/admin/books': endpoint({
    ...staffWith('see_money'),
    summary:
      'The balances, when they were last compared, and everything that needs a person: differences, disputes, payments and wallets.',
    reply: ok({
      state: booksState,
      /** Credits less debits. `wallets` is the total of all wallets. */
      balances: z.array(z.strictObject({ account: z.string(), balance: naira })),
      checks: z.array(
        z.strictObject({
          scope: z.enum(['recent', 'full']),
          checked_at: timestamp.nullable(),
          /** It should have run again since. */
          is_late: z.boolean(),
        }),
      ),
      /** Open differences of every kind, oldest first, at most 200. */
      differences: z.array(difference),
      /** When the provider was last compared in full. Null: never. */
      provider_compared_at: timestamp.nullable(),
      /** The last day of any bank statement, and whether a newer one is missing. */
      statements: z.strictObject({ until: day.nullable(), is_late: z.boolean() }),
      /** Longest frozen first, at most 200. */
      frozen_wallets: z.array(frozenWallet),
      /** Oldest first, at most 200. */
      payments_for_review: z.array(paymentForReview),
      /** Most urgent first, at most 200. */
      disputes: z.array(openDispute),
    }),
  }),
  'POST /api/admin/books/decisions': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Proposes a decision about a payment that needs review. `settle` credits the amount received; `return` books that it was sent back to the payer, which an administrator does at the provider or the bank. A second administrator must confirm it.',
    body: z.strictObject({
      payment: paymentReference,
      action: z.enum(PAYMENT_ACTIONS),
      reason: personText(PAYMENT_DECISION_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: proposal },
    errors: [
      'not_found',
      'already_proposed',
      'payment_not_for_review',
      'payment_cannot_settle',
      'wallet_decision_refused',
    ],
  }),
} as const
