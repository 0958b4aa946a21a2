/** The wallet: its balance and transactions, topping it up, giving from it, and the statement of a period. */
import { z } from 'zod'
import { DONATION_STATUSES, donationType, gift } from './donations.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, timestampParameter, naira, payableNaira, paymentReference, personText } from './fields.ts'
import { pageOf, pageQuery } from './lists.ts'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from './wallet-amounts.ts'

const wallet = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  balance: naira,
  /** Money of a top-up was taken back that the wallet no longer held: it takes no top-ups and gives nothing until that is settled. */
  frozen: z.boolean(),
  created_at: timestamp,
})

/** A row of the spec's `transactions`. Only completed ones have moved the balance. */
export const walletTransaction = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  wallet_id: z.uuid(),
  amount: naira,
  type: z.enum(WALLET_TRANSACTION_TYPES),
  /** 'Wallet Top-up', 'Gift: School Fees', 'Wallet Top-up refunded' … */
  description: z.string(),
  /** `ref-` + timestamp + `-` + random. Of a pending top-up: what to verify, and to resume. */
  reference: z.string(),
  status: z.enum(WALLET_TRANSACTION_STATUSES),
  /** The reference under which the provider was paid; null until then, and for what never went through the provider. */
  paystack_reference: z.string().nullable(),
  created_at: timestamp,
  /** When the balance moved. */
  completed_at: timestamp.nullable(),
})

const openedTopUp = z.strictObject({
  /** What to ask `/functions/v1/verify` about. */
  reference: paymentReference,
  /** What the browser resumes at the provider. */
  access_code: z.string(),
  transaction: walletTransaction,
})

/** As it travels: amounts in naira, moments as text. */
export type WalletJson = z.input<typeof wallet>
export type WalletTransactionJson = z.input<typeof walletTransaction>

const FROM_TO = 'The period ends before it begins.'

/** From its first moment up to, and without, its last. */
const period = { from: timestampParameter, to: timestampParameter }

export const walletEndpoints = {
  'GET /api/wallet': endpoint({
    summary: "One's own wallet. The first read makes it.",
    guard: 'signed_in',
    reply: { status: 200, schema: wallet },
    errors: [],
    limit: 'accounts',
    secret: true,
  }),
  'GET /api/wallet/transactions': endpoint({
    summary: "The transactions of one's own wallet, newest first. `search` is a part of a reference.",
    guard: 'signed_in',
    query: z.strictObject({
      ...pageQuery.shape,
      status: z.enum(WALLET_TRANSACTION_STATUSES).optional(),
      from: period.from.optional(),
      to: period.to.optional(),
      search: personText(50).optional(),
    }),
    reply: { status: 200, schema: pageOf(walletTransaction) },
    errors: [],
    limit: 'accounts',
    secret: true,
  }),
  'GET /api/wallet/statement': endpoint({
    summary:
      'What moved the balance within a period, oldest first, with the balance before and after the whole period. The page is of the movements.',
    guard: 'signed_in',
    query: z
      .strictObject({ ...pageQuery.shape, ...period })
      .refine(({ from, to }) => from < to, { path: ['to'], message: FROM_TO }),
    reply: {
      status: 200,
      schema: z.strictObject({
        ...pageOf(walletTransaction).shape,
        opening_balance: naira,
        closing_balance: naira,
        /** All credits of the period, and all debits. */
        credits: naira,
        debits: naira,
      }),
    },
    errors: [],
    limit: 'accounts',
    secret: true,
  }),
  'POST /api/wallet/top-ups': endpoint({
    summary:
      'Begins a top-up: records it as pending, and asks the provider for a transaction that the browser can open.',
    guard: 'signed_in',
    body: z.strictObject({
      amount: payableNaira.check(
        z.refine((kobo) => typeof kobo !== 'bigint' || kobo % 100n === 0n, 'Please choose whole naira.'),
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
    limit: 'gifts',
    idempotent: true,
    secret: true,
  }),
  'POST /api/wallet/top-ups/:reference/resume': endpoint({
    summary:
      'Asks the provider about a pending top-up, and, while it can still be paid, answers what the browser needs to go on. Without an access code it has ended: the transaction says how.',
    guard: 'signed_in',
    params: z.strictObject({ reference: paymentReference }),
    reply: { status: 200, schema: z.strictObject({ ...openedTopUp.shape, access_code: z.string().nullable() }) },
    errors: ['not_found', 'wallet_frozen', 'request_in_flight', 'payment_refused', 'provider_unavailable'],
    limit: 'gifts',
    secret: true,
  }),
  'POST /api/wallet/gifts': endpoint({
    summary: 'Gives from the balance, at once and without the provider. The receipt code is the key to the receipt.',
    guard: 'signed_in',
    body: gift,
    reply: {
      status: 201,
      schema: z.strictObject({
        amount: naira,
        donation_type: donationType,
        status: z.enum(DONATION_STATUSES),
        receipt_code: z.string(),
        transaction: walletTransaction,
        /** What the wallet holds now. */
        balance: naira,
      }),
    },
    errors: ['insufficient_funds', 'wallet_frozen', 'idempotency_key_reused'],
    limit: 'gifts',
    idempotent: true,
    secret: true,
  }),
} as const
