/** Gifts: starting one, its receipt, and what its payment's ending means for it. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { donationTypeNames, type DonationType } from '../../contract/funds.ts'
import type { Kobo } from '../../contract/money.ts'
import { fundAccounts } from '../ledger/accounts.ts'
import { base32, hmacSha256, sha256, type Keys } from '../lib/crypto.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { newReference, openPayment } from '../payments/opening.ts'
import type {
  Destination,
  ReversalSources,
  PaidPayment,
  Payments,
  PurposeHandlers,
  ReversedPayment,
} from '../payments/payments.ts'
import type { ProviderMetadata } from '../payments/schema.ts'
import { donations } from './schema.ts'

const REFERENCE_PREFIX = 'gift-'

export interface StartDonation {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  idempotencyKey: string
}

/**
 * Starts a gift and opens its payment. The same Idempotency-Key finds the same gift.
 * @throws AppError as {@link openPayment}
 */
export async function startDonation(payments: Payments, input: StartDonation) {
  const { keys, env } = payments
  const message = input.message?.trim() ? input.message : null
  const opened = await openPayment(payments, {
    purpose: 'donation',
    amount: input.amount,
    idempotencyKey: input.idempotencyKey,
    request: JSON.stringify([String(input.amount), input.donationType, message]),
    referencePrefix: REFERENCE_PREFIX,
    providerEmail: env.donationsEmail.replace('@', '+{reference}@'),
    providerMetadata: providerMetadata(input.donationType, message),
    async record(tx, { id, reference, now }) {
      const { amount, donationType } = input
      const donation = { id: newId(), amount, donationType, status: 'pending' as const, createdAt: now }
      const code = receiptCode(keys, id)
      await tx.insert(donations).values({
        ...donation,
        intentId: id,
        message,
        customerEmail: env.donationsEmail.replace('@', `+${reference}@`),
        transactionReference: reference,
        receiptCodeHash: sha256(code),
        updatedAt: now,
      })
      return { donation, code }
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

export interface PaidGift {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  /** What the receipt code is made from: the same each time, and nobody else's. */
  receiptSeed: string
}

/**
 * Records a gift that is paid as it is given, out of the donor's own balance. It is confidential: neither its id nor its reference nor
 * its time leads to the donor, and of its moment it keeps the day only.
 * @returns which account is credited, and the receipt code
 */
export async function recordPaidGift(tx: Tx, keys: Keys, gift: PaidGift, now: Date) {
  const day = new Date(now)
  day.setUTCHours(0, 0, 0, 0)
  const code = receiptCode(keys, gift.receiptSeed)
  await tx.insert(donations).values({
    // Not one that holds the time.
    id: randomUUID(),
    amount: gift.amount,
    status: 'success',
    donationType: gift.donationType,
    message: gift.message?.trim() ? gift.message : null,
    transactionReference: newReference(REFERENCE_PREFIX),
    receiptCodeHash: sha256(code),
    createdAt: day,
    updatedAt: day,
    paidAt: day,
  })
  return { destination: giftIn(gift.donationType), code }
}

/** What an earlier request with the same Idempotency-Key recorded. */
async function getRecorded({ db, keys }: Payments, intentId: string) {
  const [donation] = await db.select().from(donations).where(eq(donations.intentId, intentId))
  invariant(donation, 'an opened gift has its row')
  return { donation, code: receiptCode(keys, intentId) }
}

/** What the provider's dashboard shows of a gift (spec section 3). */
function providerMetadata(donationType: DonationType, message: string | null): ProviderMetadata {
  return {
    donation_type: donationType,
    is_anonymous: 'true',
    message: message ?? '',
    custom_fields: [
      { display_name: 'Donation Type', variable_name: 'donation_type', value: donationTypeNames[donationType] },
    ],
  }
}

/**
 * 128 bits that only the donor holds: an HMAC of the intent, or of another id that only one gift has, kept nowhere. The database has
 * its hash, to find it by.
 */
export function receiptCode(keys: Keys, seed: string): string {
  return base32(hmacSha256(keys.receiptCodes, seed).subarray(0, 16))
}

/** @throws AppError `not_found` */
export async function getDonationByReceipt(db: Db, code: string) {
  const [donation] = await db
    .select()
    .from(donations)
    .where(eq(donations.receiptCodeHash, sha256(code)))
  if (!donation) throw new AppError('not_found', { detail: 'There is no receipt with this code.' })
  return donation
}

/** What payments call when the payment of a gift ends. */
export const donationPurpose: PurposeHandlers = {
  label: 'Anonymous donor',
  async onPaid(tx: Tx, payment: PaidPayment, now: Date): Promise<Destination> {
    const [paid] = await tx
      .update(donations)
      .set({
        status: 'success',
        amount: payment.amount,
        transactionReference: payment.reference,
        paidAt: payment.paidAt,
        updatedAt: now,
      })
      .where(eq(donations.intentId, payment.intentId))
      .returning({ donationType: donations.donationType })
    invariant(paid, 'a paid intent has its gift')
    return giftIn(paid.donationType)
  },
  async onReversed(tx: Tx, reversed: ReversedPayment, now: Date): Promise<ReversalSources> {
    const [gift] = await tx
      .update(donations)
      .set({ status: reversed.full ? 'reversed' : 'success', amountReversed: reversed.amountReversed, updatedAt: now })
      .where(eq(donations.intentId, reversed.intentId))
      .returning({ donationType: donations.donationType })
    invariant(gift, 'a reversed intent has its gift')
    const account = fundAccounts[gift.donationType]
    return { shares: reversed.changes.map(({ amount }) => [{ account, amount, suffix: '' }]), gifts: 1 }
  },
  async onFailed(tx: Tx, intentId: string, now: Date): Promise<void> {
    await tx.update(donations).set({ status: 'failed', updatedAt: now }).where(eq(donations.intentId, intentId))
  },
}

function giftIn(donationType: DonationType): Destination {
  return { account: fundAccounts[donationType], transferPurpose: 'gift', gifts: 1 }
}
