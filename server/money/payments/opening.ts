/**
 * Opening a payment: the intent and its attempt are stored before the provider is asked, so that we know every reference that
 * it can ever report. A repeat with the same Idempotency-Key finds the same intent.
 */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import type { Purpose } from '../../../contract/money/payments.ts'
import { after, seconds } from '../../platform/clock.ts'
import { base32, sameBytes, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { prepared, type Placeholders, type Values } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockPayment } from './booking.ts'
import type { Payments } from './payments.ts'
import { notOpened, ProviderRefusal } from './provider-answers.ts'
import { nextCheckAt } from './schedule.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent, type ProviderMetadata } from './schema.ts'

/** Columns of a new payment: an intent and its first attempt. The amount is in kobo. */
export const OPENING = {
  intentId: paymentIntents.id,
  purpose: paymentIntents.purpose,
  amount: paymentIntents.amount,
  idempotencyKeyHash: paymentIntents.idempotencyKeyHash,
  requestHash: paymentIntents.requestHash,
  providerEmail: paymentIntents.providerEmail,
  providerMetadata: paymentIntents.providerMetadata,
  attemptId: paymentAttempts.id,
  reference: paymentAttempts.reference,
  openingUntil: paymentAttempts.createdAt,
  nextCheckAt: paymentAttempts.nextCheckAt,
  now: paymentIntents.createdAt,
}
export type Opening = Values<typeof OPENING>

/**
 * One statement that inserts a payment together with the row of what it pays for. It inserts nothing, and returns no row, when
 * the Idempotency-Key is taken.
 * @param record the insert of that row: it selects from `intent`, which has the intent's id
 */
export function insertPayment(given: Placeholders<typeof OPENING>, record: SQL): SQL {
  return sql`
    with intent as (
      insert into payment_intents (id, purpose, amount, idempotency_key_hash, request_hash, provider_email,
                                   provider_metadata, created_at, updated_at)
      values (${given.intentId}, ${given.purpose}, ${given.amount}, ${given.idempotencyKeyHash}, ${given.requestHash},
              ${given.providerEmail}, ${given.providerMetadata}, ${given.now}, ${given.now})
      on conflict (idempotency_key_hash) do nothing
      returning id
    ), attempt as (
      insert into payment_attempts (id, intent_id, reference, status, opening_until, next_check_at, created_at, updated_at)
      select ${given.attemptId}::uuid, intent.id, ${given.reference}::text, 'opening', ${given.openingUntil}::timestamptz,
             ${given.nextCheckAt}::timestamptz, ${given.now}::timestamptz, ${given.now}::timestamptz
        from intent
    ), recorded as (${record})
    select id from intent`
}

/** The result of {@link insertPayment}. */
export const Inserted = z.object({ id: z.string() })

/** A payment to open, and how the feature that needs it records it. */
export interface OpenPayment<Recorded> {
  purpose: Purpose
  /** In kobo. */
  amount: Kobo
  /** Made by the browser once per intent. */
  idempotencyKey: string
  /** Whose key it is: the secret of a browser, or the id of a user. The same key of another owner is another payment. */
  owner: string
  /** Everything the caller asked for, as text: the same key with different content is refused. */
  request: string
  /** Starts the reference: lower-case letters, digits and `-`. */
  referencePrefix: string
  /** The email address the provider gets. `{reference}` in it becomes the attempt's reference. */
  providerEmail: string
  /** Metadata of the intent of this id. */
  providerMetadata: (intentId: string) => ProviderMetadata
  /**
   * Inserts the payment with what it pays for, in one statement or one transaction.
   * @returns what was recorded, or null when the Idempotency-Key is taken
   */
  record(opening: Opening): Promise<Recorded | null>
}

/** A payment that the browser can continue. */
export interface OpenedPayment<Recorded> {
  intentId: string
  /** The result of `record`; null if an earlier request recorded it. */
  recorded: Recorded | null
  reference: string
  /** Resumes the payment at the provider, in the browser. */
  accessCode: string
}

/** The parts of an intent and its attempt that the provider is sent. */
interface Claimed {
  intent: Pick<Intent, 'id' | 'purpose' | 'amount' | 'providerEmail' | 'providerMetadata'>
  attempt: Pick<Attempt, 'id' | 'reference' | 'accessCode'>
}

const OPENING_MILLISECONDS = seconds(30)

/**
 * Opens a payment, or finds the one that this Idempotency-Key opened before.
 * @throws AppError `idempotency_key_reused`, `request_in_flight`, `payment_refused` (with the provider's reason),
 *   `provider_unavailable` (the same key may be used again: it leads to a new attempt, and the old one is still checked)
 */
export async function openPayment<Recorded>(
  payments: Payments,
  input: OpenPayment<Recorded>,
): Promise<OpenedPayment<Recorded>> {
  const now = payments.clock.now()
  const { purpose, amount, providerEmail } = input
  const intentId = newId()
  const opening: Opening = {
    intentId,
    purpose,
    amount,
    idempotencyKeyHash: hashKey(input),
    requestHash: sha256(input.request),
    providerEmail,
    providerMetadata: input.providerMetadata(intentId),
    attemptId: newId(),
    reference: newReference(input.referencePrefix),
    openingUntil: after(now, OPENING_MILLISECONDS),
    nextCheckAt: nextCheckAt(now, now),
    now,
  }
  const recorded = await input.record(opening)
  const claimed = recorded === null ? await repeatPayment(payments, input, now) : claimOf(opening)
  const { intent, attempt } = claimed
  const accessCode = attempt.accessCode ?? (await initializeTransaction(payments, claimed))
  return { intentId: intent.id, recorded, reference: attempt.reference, accessCode }
}

/** The same key may be used for different purposes, and by different owners. */
function hashKey(input: Pick<OpenPayment<unknown>, 'purpose' | 'owner' | 'idempotencyKey'>): Buffer {
  return sha256(`${input.purpose}:${input.owner}:${input.idempotencyKey}`)
}

function claimOf(opening: Opening): Claimed {
  const { intentId, attemptId, reference, purpose, amount, providerEmail, providerMetadata } = opening
  return {
    intent: { id: intentId, purpose, amount, providerEmail, providerMetadata },
    attempt: { id: attemptId, reference, accessCode: null },
  }
}

/**
 * Continues a payment that was opened before.
 * @returns null when it can no longer be paid: it is paid, has failed, or needs review
 * @throws AppError `request_in_flight`, `payment_refused`, `provider_unavailable`, as {@link openPayment}
 */
export async function resumePayment(
  payments: Payments,
  intentId: string,
  referencePrefix: string,
): Promise<{ reference: string; accessCode: string } | null> {
  const claimed = await payments.db.transaction(async (tx) => {
    const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, intentId)).for('update')
    invariant(intent, 'intents are never deleted')
    if (intent.status !== 'pending') return null
    return laterAttempt(tx, intent, referencePrefix, payments.clock.now())
  })
  if (!claimed) return null
  const { reference, accessCode } = claimed.attempt
  return { reference, accessCode: accessCode ?? (await initializeTransaction(payments, claimed)) }
}

/**
 * Ends a payment that its payer no longer wants. Its attempts stay open at the provider and are still checked, so a late success is
 * credited, as after any failure.
 * @returns false when it is no longer pending: it is paid, has failed, or needs review
 */
export async function cancelPayment(tx: Tx, payments: Payments, intentId: string): Promise<boolean> {
  const now = payments.clock.now()
  const [canceled] = await tx
    .update(paymentIntents)
    .set({ status: 'failed', updatedAt: now })
    .where(and(eq(paymentIntents.id, intentId), eq(paymentIntents.status, 'pending')))
    .returning({ purpose: paymentIntents.purpose })
  if (!canceled) return false
  await payments.purposes[canceled.purpose].onFailed(tx, intentId, now)
  return true
}

/** The payment that an earlier request with this Idempotency-Key opened. */
async function repeatPayment(payments: Payments, input: OpenPayment<unknown>, now: Date): Promise<Claimed> {
  return payments.db.transaction(async (tx) => {
    const [intent] = await tx
      .select()
      .from(paymentIntents)
      .where(eq(paymentIntents.idempotencyKeyHash, hashKey(input)))
      .for('update')
    invariant(intent, 'an Idempotency-Key that is taken has an intent')
    if (!sameBytes(intent.requestHash, sha256(input.request))) throw new AppError('idempotency_key_reused')
    if (intent.refusal !== null) throw new AppError('payment_refused', { detail: intent.refusal })
    return laterAttempt(tx, intent, input.referencePrefix, now)
  })
}

/** The latest attempt of an intent, or a new one when the provider never answered the latest. */
async function laterAttempt(tx: Tx, intent: Intent, referencePrefix: string, now: Date): Promise<Claimed> {
  const [latest] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, intent.id))
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
    .limit(1)
  invariant(latest, 'an intent has an attempt')
  if (latest.accessCode !== null) return { intent, attempt: latest }
  if (latest.status === 'opening' && latest.openingUntil && latest.openingUntil > now) {
    throw new AppError('request_in_flight', { retryAfterSeconds: 2 })
  }
  // The answer never came. The provider may have opened it, so we keep checking it, and this intent gets a new attempt.
  await tx
    .update(paymentAttempts)
    .set({ status: 'lost', updatedAt: now })
    .where(and(eq(paymentAttempts.id, latest.id), eq(paymentAttempts.status, 'opening')))
  const attempt = { id: newId(), reference: newReference(referencePrefix), accessCode: null }
  await tx.insert(paymentAttempts).values({
    ...attempt,
    intentId: intent.id,
    status: 'opening',
    openingUntil: after(now, OPENING_MILLISECONDS),
    nextCheckAt: nextCheckAt(now, now),
    createdAt: now,
    updatedAt: now,
  })
  return { intent, attempt }
}

/** Erases the payer's address, where one was given: these payments can no longer be continued. */
export async function forgetPayers(tx: Tx, intentIds: readonly string[]): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ providerEmail: '' })
    .where(inArray(paymentIntents.id, [...intentIds]))
}

/** Whether a reference is of the form of ours; the provider's own have no `-`. */
export const isOurForm = (reference: string) => /^[a-z\d-]+-[a-z\d]{26}$/.test(reference)

/** 128 random bits: the prefix, such as `gift-`, and 26 letters and digits. */
export function newReference(prefix: string): string {
  return `${prefix}${base32(randomBytes(16))}`
}

const markOpen = prepared(
  'open_attempt',
  { id: paymentAttempts.id, accessCode: paymentAttempts.accessCode, now: paymentAttempts.updatedAt },
  (db, { id, accessCode, now }) =>
    db
      .update(paymentAttempts)
      .set({ status: 'open', accessCode, openingUntil: null, updatedAt: now })
      .where(and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, ['opening', 'lost']))),
)

async function initializeTransaction(payments: Payments, claimed: Claimed): Promise<string> {
  const { intent, attempt } = claimed
  let accessCode: string
  try {
    const opened = await payments.provider.initialize({
      email: intent.providerEmail.replace('{reference}', attempt.reference),
      amount: intent.amount,
      reference: attempt.reference,
      label: payments.purposes[intent.purpose].label,
      metadata: intent.providerMetadata,
    })
    accessCode = opened.accessCode
  } catch (error) {
    await recordFailedOpening(payments, claimed, error)
    throw notOpened(error)
  }
  await markOpen(payments.db, { id: attempt.id, accessCode, now: payments.clock.now() })
  return accessCode
}

/** A refusal ends the intent, with the provider's reason. After anything else the transaction may be open, so we keep checking it. */
async function recordFailedOpening(payments: Payments, { intent, attempt }: Claimed, error: unknown): Promise<void> {
  const now = payments.clock.now()
  const ours = and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['opening', 'lost']))
  if (!(error instanceof ProviderRefusal)) {
    payments.log.warn({ err: error, reference: attempt.reference }, 'the provider did not open a payment')
    await payments.db.update(paymentAttempts).set({ status: 'lost', updatedAt: now }).where(ours)
    return
  }
  await payments.db.transaction(async (tx) => {
    await lockPayment(tx, attempt.id)
    await tx
      .update(paymentAttempts)
      .set({ status: 'refused', openingUntil: null, nextCheckAt: null, updatedAt: now })
      .where(ours)
    const failed = await tx
      .update(paymentIntents)
      .set({ status: 'failed', refusal: error.message, updatedAt: now })
      .where(and(eq(paymentIntents.id, intent.id), eq(paymentIntents.status, 'pending')))
      .returning({ id: paymentIntents.id })
    if (failed.length > 0) await payments.purposes[intent.purpose].onFailed(tx, intent.id, now)
  })
}
