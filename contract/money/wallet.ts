/** The wallet: balance, transactions, top-ups, gifts and statements. */
import { z } from 'zod'
import { DONATION_STATUSES, donationType, gift } from './donations.ts'
import { csv } from '../platform/csv.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import {
  AMOUNT_TOO_LARGE,
  AMOUNT_TOO_SMALL,
  ok,
  created,
  timestamp,
  timestampParameter,
  naira,
  payableNaira,
  paymentReference,
  personText,
} from '../platform/fields.ts'
import { pageOf, pageQuery } from '../platform/lists.ts'
import { AMOUNT_KOBO_MAX } from '../platform/money.ts'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from './wallet-amounts.ts'

/** From ₦1 on, or all of the rest, which can be less. */
const givenFromWallet = naira.check(
  z.refine((kobo) => typeof kobo !== 'bigint' || kobo > 0n, AMOUNT_TOO_SMALL),
  z.refine((kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_KOBO_MAX, AMOUNT_TOO_LARGE),
)

const wallet = z
  .strictObject({
    id: z.uuid(),
    user_id: z.uuid(),
    balance: naira,
    /** A top-up was reversed after its money was spent. Until that is settled, the wallet takes no top-ups and makes no gifts. */
    frozen: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Wallet' })

/** A row of the spec's `transactions`. Only completed ones changed the balance. */
export const walletTransaction = z
  .strictObject({
    id: z.uuid(),
    user_id: z.uuid(),
    wallet_id: z.uuid(),
    amount: naira,
    type: z.enum(WALLET_TRANSACTION_TYPES),
    /** 'Wallet Top-up', 'Gift: School Fees', 'Wallet Top-up refunded' … */
    description: z.string(),
    /** `ref-` + timestamp + `-` + random. For a pending top-up: the reference to verify or resume. */
    reference: z.string(),
    status: z.enum(WALLET_TRANSACTION_STATUSES),
    /** The provider's reference, once paid. Null before that, and for transactions without the provider. */
    paystack_reference: z.string().nullable(),
    created_at: timestamp,
    /** When the balance changed. */
    completed_at: timestamp.nullable(),
    /** When its owner canceled it. It can still be completed, if money arrives for it after all. */
    canceled_at: timestamp.nullable(),
  })
  .meta({ id: 'WalletTransaction' })

const openedTopUp = z.strictObject({
  /** For `/functions/v1/verify`. */
  reference: paymentReference,
  /** The browser pays with this code. */
  access_code: z.string(),
  transaction: walletTransaction,
})

/** As JSON: amounts in naira, timestamps as text. */
export type WalletJson = z.input<typeof wallet>
export type WalletTransactionJson = z.input<typeof walletTransaction>

const transactionFilters = {
  status: z.enum(WALLET_TRANSACTION_STATUSES).optional(),
  from: timestampParameter.optional(),
  to: timestampParameter.optional(),
  search: personText(50).optional(),
}

const FROM_TO = 'The end of the period must be after its start.'

/** `from` is included, `to` is not. */
const period = { from: timestampParameter, to: timestampParameter }

export const walletEndpoints = {
  'GET /api/wallet': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s wallet. It is created when it is first read.',
    reply: { status: 200, schema: wallet },
  }),
  'GET /api/wallet/transactions': endpoint({
    ...signedIn('accounts'),
    summary: 'The transactions of the caller’s wallet, newest first. `search` matches part of a reference.',
    query: z.strictObject({ ...pageQuery.shape, ...transactionFilters }),
    reply: { status: 200, schema: pageOf(walletTransaction) },
  }),
  'GET /api/wallet/transactions.csv': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s transactions as CSV, newest first, with the same filters.',
    query: z.strictObject(transactionFilters),
    reply: csv('wallet-transactions'),
  }),
  'GET /api/wallet/statement': endpoint({
    ...signedIn('accounts'),
    summary:
      'The completed transactions of a period, oldest first, with the opening and closing balance of the whole period.',
    query: z
      .strictObject({ ...pageQuery.shape, ...period })
      .refine(({ from, to }) => from < to, { path: ['to'], message: FROM_TO }),
    reply: ok({
      ...pageOf(walletTransaction).shape,
      opening_balance: naira,
      closing_balance: naira,
      /** The totals of the whole period. */
      credits: naira,
      debits: naira,
      /** End of the statement, by the clock of the server; not in it. A process of before an update leaves it out. */
      made_at: timestamp.optional(),
    }),
  }),
  'POST /api/wallet/top-ups': endpoint({
    ...signedIn('gifts'),
    summary: 'Starts a top-up: records it as pending and initializes a transaction at the provider.',
    body: z.strictObject({
      amount: payableNaira.check(
        z.refine((kobo) => typeof kobo !== 'bigint' || kobo % 100n === 0n, 'Enter whole naira.'),
      ),
    }),
    reply: { status: 201, schema: openedTopUp },
    errors: [
      'too_many_open_top_ups',
      'wallet_frozen',
      'idempotency_key_reused',
      'request_in_flight',
      'payment_refused',
      'provider_unavailable',
    ],
    idempotent: true,
  }),
  'POST /api/wallet/top-ups/:reference/resume': endpoint({
    ...signedIn('gifts'),
    summary:
      'Verifies a pending top-up. If it can still be paid, returns the access code to continue; otherwise the transaction has its final status.',
    params: z.strictObject({ reference: paymentReference }),
    reply: ok({ ...openedTopUp.shape, access_code: z.string().nullable() }),
    errors: ['not_found', 'wallet_frozen', 'request_in_flight', 'payment_refused', 'provider_unavailable'],
  }),
  'POST /api/wallet/top-ups/:reference/cancel': endpoint({
    ...signedIn('gifts'),
    summary:
      'Cancels a pending top-up, after verifying it: the transaction reads failed, unless it was paid or needs review. If money still arrives for it, it is credited.',
    params: z.strictObject({ reference: paymentReference }),
    reply: { status: 200, schema: walletTransaction },
    errors: ['not_found'],
  }),
  'POST /api/wallet/gifts': endpoint({
    ...signedIn('gifts'),
    summary: 'Makes a gift from the wallet balance, without the provider. The receipt code opens the receipt.',
    body: gift.extend({ amount: givenFromWallet }).meta({ id: 'NewWalletGift' }),
    reply: created({
      amount: naira,
      donation_type: donationType,
      status: z.enum(DONATION_STATUSES),
      receipt_code: z.string(),
      transaction: walletTransaction,
      /** The balance after the gift. */
      balance: naira,
    }),
    errors: ['insufficient_funds', 'wallet_frozen', 'idempotency_key_reused'],
    idempotent: true,
  }),
} as const
