/**
 * The provider's refusals, in its own words, codes and envelope (docs/protocols/paystack.md section 1.3): old endpoints answer
 * only `status` and `message`, newer ones add `meta.nextStep`, `type` and `code`.
 */
import type { Context } from 'hono'

type Status = 400 | 401 | 404 | 413 | 422 | 429 | 500

interface Named {
  readonly code: string
  readonly nextStep: string
  readonly type?: 'validation_error' | 'api_error' | 'processor_error'
}

export class Refusal extends Error {
  readonly status: Status
  readonly named: Named | undefined

  constructor(status: Status, message: string, named?: Named) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.named = named
  }
}

const invalid = (message: string) =>
  new Refusal(400, message, { code: 'invalid_params', nextStep: 'Ensure that the value(s) you are passing are valid.' })

export const refusals = {
  noHeader: () => new Refusal(401, 'No Authorization Header was found'),
  wrongKey: () =>
    new Refusal(401, 'Invalid key', {
      code: 'invalid_Key',
      nextStep: 'Ensure that you provide the correct authorization key for the request',
    }),
  invalid,
  tooLarge: () => new Refusal(413, 'Request entity too large'),
  missing: (field: string) =>
    new Refusal(400, `${field} is required`, {
      code: 'missing_params',
      nextStep: 'Provide all required params',
    }),
  email: () =>
    new Refusal(400, 'Invalid Email Address Passed', {
      code: 'invalid_email_address',
      nextStep: 'Ensure that you are passing a valid email address',
    }),
  amountUnusable: () => invalid('Invalid Amount Sent'),
  amountZero: () => invalid('You must specify a valid amount'),
  amountNotInteger: () => invalid('"amount" must be an integer'),
  amountTooHigh: () => invalid('Transaction amount limit exceeded'),
  amountTooLow: () => invalid('Amount is below the minimum of 5000 kobo'),
  currency: () =>
    new Refusal(400, 'Currency not supported by merchant', {
      code: 'unsupported_currency',
      nextStep: 'Ensure that the currency is enabled on your integration',
    }),
  referenceCharacter: () =>
    new Refusal(400, 'Invalid character in transaction reference', {
      code: 'invalid_character_in_reference',
      nextStep: 'Ensure that the reference has only letters, digits, "-", "." and "="',
    }),
  duplicateReference: () =>
    new Refusal(400, 'Duplicate Transaction Reference', {
      code: 'duplicate_reference',
      nextStep: 'Generate a new reference and retry the transaction',
    }),
  unknownReference: (status: 400 | 404) =>
    new Refusal(status, 'Transaction reference not found.', {
      code: 'transaction_not_found',
      nextStep: "Ensure that you're passing the reference of a transaction that exists on this integration",
    }),
  idNotNumeric: () => new Refusal(400, 'Transaction ID should be numeric.'),
  notFound: (what: string) => new Refusal(404, `${what} not found`),
  plain: (message: string, status: Status = 400) => new Refusal(status, message),
  refundNotPaid: () => new Refusal(400, 'Transaction has not been paid and cannot be refunded'),
  refundFullyReversed: () =>
    new Refusal(400, 'Transaction has been fully reversed', {
      code: 'transaction_reversed',
      nextStep: 'Ensure that the transaction has not been reversed before',
      type: 'api_error',
    }),
  refundUnknown: () =>
    new Refusal(400, 'Transaction not found', {
      code: 'transaction_not_found',
      nextStep: 'Ensure that you are passing the id or the reference of a transaction of this integration',
    }),
  refundAboveTransaction: () =>
    new Refusal(400, 'Refund amount exceeds transaction amount', {
      code: 'refund_amount_exceeds_transaction_amount',
      nextStep: 'Ensure that the amount is at most the amount of the transaction',
    }),
  refundTooMuch: () => invalid('Total refund amount cannot exceed original transaction amount'),
  bankCode: () =>
    new Refusal(400, 'Bank code is invalid', {
      code: 'invalid_bank_code',
      nextStep: 'Ensure that you are passing the code of a bank from the List Banks endpoint',
    }),
  resolvedTooMany: (status: 400 | 429, max: number) =>
    new Refusal(
      status,
      `Test mode daily limit of ${max} live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.`,
      { code: 'unknown', nextStep: 'Try again later', type: 'api_error' },
    ),
  usedReference: (status: 400 | 404) =>
    new Refusal(status, 'Please provide a unique reference. Reference already exists on a transfer', {
      code: 'duplicate_transfer_reference',
      nextStep: 'Create a new reference for the new transfer',
    }),
  named: (message: string, code: string, nextStep: string) => new Refusal(400, message, { code, nextStep }),
} as const

export function answerRefusal(c: Context, refusal: Refusal): Response {
  const { named } = refusal
  return c.json(
    {
      status: false,
      message: refusal.message,
      ...(named && { meta: { nextStep: named.nextStep }, type: named.type ?? 'validation_error', code: named.code }),
    },
    refusal.status,
  )
}
