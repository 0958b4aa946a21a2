/** Gifts: starting one, its receipt, and what happens to it when its payment is paid, fails or is reversed. */
import { randomUUID } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { readFundKeys, requireFund, requireOpen, type Fund } from '../funds/funds.ts'
import type { FundCode } from '../ledger/accounts.ts'
import { base32, hmacSha256, sameBytes, sha256, type Keys } from '../../platform/crypto.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { preparedRows, type Placeholders, type Values } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { startOfDay } from '../../platform/lagos-days.ts'
import { requirePolicyVersion } from '../../platform/rendering/policies.ts'
import { creditStatement } from '../payments/crediting.ts'
import { Inserted, insertPayment, newReference, openPayment, OPENING } from '../payments/opening.ts'
import type { Payments, PurposeHandlers, ReversalSources, ReversedPayment } from '../payments/payments.ts'
import type { ProviderTransaction } from '../payments/paystack.ts'
import { paymentAttempts, paymentIntents, type ProviderMetadata } from '../payments/schema.ts'
import { donations } from './schema.ts'

const REFERENCE_PREFIX = 'gift-'

/** The account of the fund that a row of donations is for. */
const ACCOUNT_OF_FUND = sql`(select id from ledger_accounts where code = 'fund:' || donations.donation_type)`

export interface StartDonation {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  /** The version of the terms that was accepted, if the client names one. */
  termsVersion: string | undefined
  idempotencyKey: string
  /** The secret of the donor's browser: the key means nothing to any other. */
  browser: string
}

/**
 * Starts a gift and opens its payment. The same Idempotency-Key from the same browser finds the same gift.
 * @throws AppError as {@link openPayment}; `invalid_input`: there is no such fund or version of the terms, or it is closed
 */
export async function startDonation(payments: Payments, input: StartDonation) {
  const { keys, env } = payments
  const message = input.message?.trim() ? input.message : null
  const fund = await requireFund(payments.db, input.donationType)
  await requirePolicyVersion(payments.db, 'terms', input.termsVersion ?? null)
  const opened = await openPayment(payments, {
    purpose: 'donation',
    amount: input.amount,
    idempotencyKey: input.idempotencyKey,
    owner: input.browser,
    request: JSON.stringify([String(input.amount), input.donationType, message]),
    referencePrefix: REFERENCE_PREFIX,
    providerEmail: env.donationsEmail.replace('@', '+{reference}@'),
    providerMetadata: (intentId) =>
      providerMetadata(keys, fund, { amount: input.amount, message, receiptHash: sha256(receiptCode(keys, intentId)) }),
    async record(opening) {
      const { intentId, reference, now } = opening
      if (fund.closedAt && !(await isTaken(payments.db, opening.idempotencyKeyHash))) requireOpen(fund)
      const code = receiptCode(keys, intentId)
      const donation = { id: newId(), amount: input.amount, donationType: input.donationType, createdAt: now }
      const inserted = await insertDonation(payments.db, {
        ...opening,
        donationId: donation.id,
        donationType: donation.donationType,
        message,
        termsVersion: input.termsVersion ?? null,
        customerEmail: env.donationsEmail.replace('@', `+${reference}@`),
        receiptCodeHash: sha256(code),
      })
      return inserted.length > 0 ? { donation: { ...donation, status: 'pending' as const }, code } : null
    },
  })
  const { donation, code } = opened.recorded ?? (await getRecorded(payments, opened.intentId))
  return {
    donation,
    reference: opened.reference,
    accessCode: opened.accessCode,
    receiptCode: code,
  }
}

/** Whether a gift was started with this key before its fund was closed. */
const isTaken = async (db: Db, idempotencyKeyHash: Buffer) =>
  (await db.$count(paymentIntents, eq(paymentIntents.idempotencyKeyHash, idempotencyKeyHash))) > 0

const insertDonation = preparedRows(
  'open_donation',
  {
    ...OPENING,
    donationId: donations.id,
    donationType: donations.donationType,
    message: donations.message,
    termsVersion: donations.termsVersion,
    customerEmail: donations.customerEmail,
    receiptCodeHash: donations.receiptCodeHash,
  },
  Inserted,
  (given) =>
    insertPayment(
      given,
      sql`insert into donations (id, intent_id, amount, status, donation_type, message, terms_version, customer_email,
                                 transaction_reference, receipt_code_hash, created_at, updated_at)
          select ${given.donationId}::uuid, intent.id, ${given.amount}::bigint, 'pending', ${given.donationType}::text,
                 ${given.message}::text, ${given.termsVersion}::text, ${given.customerEmail}::text, ${given.reference}::text,
                 ${given.receiptCodeHash}::bytea, ${given.now}::timestamptz, ${given.now}::timestamptz
            from intent`,
    ),
)

/** A gift that is paid as it is given, out of the donor's own balance. */
export interface PaidGift {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  termsVersion: string | undefined
  /** Seed of the receipt code: the same for one gift, and different for every other. */
  receiptSeed: string
}

const PAID_GIFT = {
  donationId: donations.id,
  donationReference: donations.transactionReference,
  amount: donations.amount,
  donationType: donations.donationType,
  message: donations.message,
  termsVersion: donations.termsVersion,
  receiptCodeHash: donations.receiptCodeHash,
  day: donations.createdAt,
}

/**
 * The values of a paid gift. It is confidential: neither its id nor its reference nor its time leads to the donor, and of its
 * moment it keeps the day only.
 */
export function paidGiftValues(keys: Keys, gift: PaidGift, now: Date): Values<typeof PAID_GIFT> {
  return {
    // A random id: the usual ones hold the time.
    donationId: randomUUID(),
    donationReference: newReference(REFERENCE_PREFIX),
    amount: gift.amount,
    donationType: gift.donationType,
    message: gift.message?.trim() ? gift.message : null,
    termsVersion: gift.termsVersion ?? null,
    receiptCodeHash: sha256(receiptCode(keys, gift.receiptSeed)),
    // In the first hour of a day in Lagos this is up to an hour ahead of the gift.
    day: startOfDay(now),
  }
}

/** Part of a statement that gives from a balance: inserts the gift for each row of `from`, and returns its fund's `account_id`. */
export const paidGift = {
  shape: PAID_GIFT,
  insert: (given: Placeholders<typeof PAID_GIFT>, from: SQL) => sql`
    insert into donations (id, amount, status, donation_type, message, terms_version, transaction_reference, receipt_code_hash,
                           created_at, updated_at, paid_at)
    select ${given.donationId}::uuid, ${given.amount}::bigint, 'success', ${given.donationType}::text, ${given.message}::text,
           ${given.termsVersion}::text, ${given.donationReference}::text, ${given.receiptCodeHash}::bytea, ${given.day}::timestamptz,
           ${given.day}::timestamptz, ${given.day}::timestamptz
      from ${from}
    returning ${ACCOUNT_OF_FUND} as account_id`,
}

/** Reads the gift that an earlier request with the same Idempotency-Key recorded. */
async function getRecorded({ db, keys }: Payments, intentId: string) {
  const [donation] = await db.select().from(donations).where(eq(donations.intentId, intentId))
  invariant(donation, 'an opened gift has its row')
  return { donation, code: receiptCode(keys, intentId) }
}

interface Begun {
  /** In kobo. */
  amount: Kobo
  message: string | null
  receiptHash: Buffer
}

/** Fields of a gift for the provider's dashboard (spec section 3), and what records it again where the database lost it. */
function providerMetadata(keys: Keys, { name, title }: Fund, begun: Begun): ProviderMetadata {
  return {
    donation_type: name,
    is_anonymous: 'true',
    message: begun.message ?? '',
    receipt_hash: begun.receiptHash.toString('hex'),
    seal: sealOf(keys, name, begun).toString('hex'),
    custom_fields: [{ display_name: 'Donation Type', variable_name: 'donation_type', value: title }],
  }
}

/** Anybody can pay with metadata of their own: only those with our seal say how a gift was begun. */
function sealOf(keys: Keys, fund: DonationType, { amount, message, receiptHash }: Begun): Buffer {
  const begun = [String(amount), fund, message ?? '', receiptHash.toString('hex')]
  return hmacSha256(keys.receiptCodes, `a gift begun: ${JSON.stringify(begun)}`)
}

const hex = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .transform((text) => Buffer.from(text, 'hex'))
const Sent = z.object({ donation_type: z.string(), message: z.string(), receipt_hash: hex, seal: hex })

/**
 * Records a gift again that the database lost: with the fund, amount and message with which it was begun, and the receipt that its donor
 * holds. Of a gift that is known under another reference it records the attempt alone: the stored fund counts.
 */
async function recordLostGift(payments: Payments, transaction: ProviderTransaction): Promise<boolean> {
  const { db, env, keys } = payments
  const { reference, metadata } = transaction
  const sent = Sent.safeParse(metadata)
  if (!sent.success || !reference.startsWith(REFERENCE_PREFIX)) return false
  const { donation_type: donationType, message, receipt_hash: receiptCodeHash, seal } = sent.data
  const amount = transaction.requested_amount ?? transaction.amount
  if (!sameBytes(seal, sealOf(keys, donationType, { amount, message, receiptHash: receiptCodeHash }))) return false
  const now = payments.clock.now()
  const attempt = { reference, openingUntil: now, nextCheckAt: now }
  const [known] = await db
    .select({ intentId: donations.intentId })
    .from(donations)
    .where(eq(donations.receiptCodeHash, receiptCodeHash))
  if (known?.intentId) {
    const lost = {
      ...attempt,
      id: newId(),
      intentId: known.intentId,
      status: 'lost' as const,
      createdAt: now,
      updatedAt: now,
    }
    await db.insert(paymentAttempts).values(lost).onConflictDoNothing()
    return true
  }
  if (!(await readFundKeys(db)).includes(donationType)) return false
  await insertDonation(db, {
    ...attempt,
    intentId: newId(),
    purpose: 'donation',
    amount,
    // The reference takes the place of the browser's key: the same payment is recorded once.
    idempotencyKeyHash: sha256(`lost:${reference}`),
    requestHash: sha256(''),
    providerEmail: '',
    providerMetadata: {},
    attemptId: newId(),
    now,
    donationId: newId(),
    donationType,
    message: message || null,
    termsVersion: null,
    customerEmail: env.donationsEmail.replace('@', `+${reference}@`),
    receiptCodeHash,
  })
  return true
}

/** 128 bits that only the donor holds: an HMAC of the intent's id, or of another id that only one gift has. We keep its hash only. */
export function receiptCode(keys: Keys, seed: string): string {
  return base32(hmacSha256(keys.receiptCodes, seed).subarray(0, 16))
}

/** The condition that a paid gift has not gone back whole. */
export const isKept = sql`donations.amount_reversed < donations.amount`

/** The state that its donor sees: where a fee that the payer bore stayed with the provider, the payment is not reversed, and the whole gift is. */
export async function getDonationByReceipt(db: Db, code: string) {
  const [donation] = await db
    .select()
    .from(donations)
    .where(eq(donations.receiptCodeHash, sha256(code)))
  if (!donation) throw new AppError('not_found', { detail: 'There is no receipt with this code.' })
  return donation.amountReversed < donation.amount ? donation : { ...donation, status: 'reversed' as const }
}

/** Handles the payment of a gift. */
export const donationPurpose: PurposeHandlers = {
  label: 'Anonymous donor',
  credit: creditStatement({
    purpose: 'donation',
    transferPurpose: 'gift',
    gifts: 1,
    markPaid: sql`
      update donations
         set status = 'success', amount = payment.amount, transaction_reference = payment.reference,
             paid_at = payment.paid_at, updated_at = payment.now
        from payment where donations.intent_id = payment.intent_id
      returning ${ACCOUNT_OF_FUND} as account_id,
                (select id from ledger_accounts where code = 'fees:' || donations.donation_type) as fees_account_id`,
  }),
  async findFeesAccount(tx: Tx, intentId: string): Promise<FundCode> {
    const [gift] = await tx
      .select({ donationType: donations.donationType })
      .from(donations)
      .where(eq(donations.intentId, intentId))
    invariant(gift, 'a payment of this purpose has its gift')
    return `fees:${gift.donationType}`
  },
  recordLost: recordLostGift,
  // A gift can always be credited to its fund.
  findRefusal: async () => null,
  async onReversed(tx: Tx, reversed: ReversedPayment, now: Date): Promise<ReversalSources> {
    const [gift] = await tx
      .update(donations)
      .set({ status: reversed.full ? 'reversed' : 'success', amountReversed: reversed.amountReversed, updatedAt: now })
      .where(eq(donations.intentId, reversed.intentId))
      .returning({ donationType: donations.donationType })
    invariant(gift, 'a reversed intent has its gift')
    const account = `fund:${gift.donationType}` as const
    return { shares: reversed.changes.map(({ amount }) => [{ account, amount, suffix: '' }]), gifts: 1 }
  },
  async onFailed(tx: Tx, intentId: string, now: Date): Promise<void> {
    await tx.update(donations).set({ status: 'failed', updatedAt: now }).where(eq(donations.intentId, intentId))
  },
}
