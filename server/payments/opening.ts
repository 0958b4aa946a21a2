/**
 * Opening a payment: the intent and its attempt are stored before the provider is asked, so that nothing it ever says of a
 * reference finds us without it. Repeats with the same Idempotency-Key find the same intent.
 */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import type { Purpose } from '../../contract/payments.ts'
import { after, seconds } from '../lib/clock.ts'
import { base32, sameBytes, sha256 } from '../lib/crypto.ts'
import type { Tx } from '../lib/db/db.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import type { Payments } from './payments.ts'
import { providerAppError, ProviderRefusal } from './paystack.ts'
import { nextCheckAt } from './schedule.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent, type ProviderMetadata } from './schema.ts'

/** What somebody means to pay, and what the feature that asks for it records with it. */
export interface OpenPayment<Recorded> {
  purpose: Purpose
  /** In kobo. */
  amount: Kobo
  /** Made by the browser once per intent. */
  idempotencyKey: string
  /** Everything the caller asked for, as text: the same key with other content is refused. */
  request: string
  /** Starts the reference: lower-case letters, digits and `-`. */
  referencePrefix: string
  /** The e-mail address the provider gets. Where it says `{reference}`, the attempt's reference is put. */
  providerEmail: string
  providerMetadata: ProviderMetadata
  /** Records what is paid for, in the intent's own transaction. */
  record(tx: Tx, intent: { id: string; reference: string; now: Date }): Promise<Recorded>
}

/** A payment that the browser can go on with. */
export interface OpenedPayment<Recorded> {
  intentId: string
  /** What `record` returned; null where an earlier request recorded it. */
  recorded: Recorded | null
  reference: string
  /** What the browser resumes at the provider. */
  accessCode: string
}

/** As much of an intent and its attempt as asking the provider takes. */
interface Claimed<Recorded> {
  intent: Pick<Intent, 'id' | 'purpose' | 'amount' | 'providerEmail' | 'providerMetadata'>
  attempt: Pick<Attempt, 'id' | 'reference' | 'accessCode'>
  recorded: Recorded | null
}

const OPENING_MILLISECONDS = seconds(30)

/**
 * Opens a payment, or finds the one that this Idempotency-Key opened before.
 * @throws AppError `idempotency_key_reused`, `request_in_flight`, `payment_refused` (with the provider's reason),
 *   `provider_unavailable` (the same key may be used again: it leads to a new attempt, and the old one stays watched)
 */
export async function openPayment<Recorded>(
  payments: Payments,
  input: OpenPayment<Recorded>,
): Promise<OpenedPayment<Recorded>> {
  const claimed = await payments.db.transaction((tx) => claimAttempt(tx, input, payments.clock.now()))
  const { intent, attempt, recorded } = claimed
  const accessCode = attempt.accessCode ?? (await initializeTransaction(payments, claimed))
  return { intentId: intent.id, recorded, reference: attempt.reference, accessCode }
}

/**
 * Goes on with a payment that was opened before.
 * @returns null when nobody can pay it any more: it is paid, has failed, or needs review
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

/** The intent, and an attempt that either is open already or is ours to open. */
async function claimAttempt<Recorded>(tx: Tx, input: OpenPayment<Recorded>, now: Date): Promise<Claimed<Recorded>> {
  const { purpose, amount, providerEmail, providerMetadata } = input
  const intent = { id: newId(), purpose, amount, providerEmail, providerMetadata }
  const created = await tx
    .insert(paymentIntents)
    .values({
      ...intent,
      idempotencyKeyHash: sha256(`${input.purpose}:${input.idempotencyKey}`),
      requestHash: sha256(input.request),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: paymentIntents.idempotencyKeyHash })
    .returning({ id: paymentIntents.id })
  if (created.length === 0) return repeatedAttempt(tx, input, now)
  const reference = newReference(input.referencePrefix)
  const recorded = await input.record(tx, { id: intent.id, reference, now })
  return { intent, attempt: await insertAttempt(tx, intent.id, reference, now), recorded }
}

async function repeatedAttempt(tx: Tx, input: OpenPayment<unknown>, now: Date): Promise<Claimed<never>> {
  const [intent] = await tx
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.idempotencyKeyHash, sha256(`${input.purpose}:${input.idempotencyKey}`)))
    .for('update')
  invariant(intent, 'an Idempotency-Key that is taken has an intent')
  if (!sameBytes(intent.requestHash, sha256(input.request))) throw new AppError('idempotency_key_reused')
  if (intent.refusal !== null) throw new AppError('payment_refused', { detail: intent.refusal })
  return laterAttempt(tx, intent, input.referencePrefix, now)
}

/** The attempt of an intent that was opened before, or a new one where the answer to that never came. */
async function laterAttempt(tx: Tx, intent: Intent, referencePrefix: string, now: Date): Promise<Claimed<never>> {
  const [latest] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.intentId, intent.id))
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
    .limit(1)
  invariant(latest, 'an intent has an attempt')
  if (latest.accessCode !== null) return { intent, attempt: latest, recorded: null }
  if (latest.status === 'opening' && latest.openingUntil && latest.openingUntil > now) {
    throw new AppError('request_in_flight', { retryAfterSeconds: 2 })
  }
  // Its answer never came: whatever became of it at the provider, it stays watched, and this intent gets a new one.
  await tx
    .update(paymentAttempts)
    .set({ status: 'lost', updatedAt: now })
    .where(and(eq(paymentAttempts.id, latest.id), eq(paymentAttempts.status, 'opening')))
  const attempt = await insertAttempt(tx, intent.id, newReference(referencePrefix), now)
  return { intent, attempt, recorded: null }
}

/** Takes the payer's own address away, where one was given: nobody can go on with these payments then. */
export async function forgetPayers(tx: Tx, intentIds: readonly string[]): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ providerEmail: '' })
    .where(inArray(paymentIntents.id, [...intentIds]))
}

async function insertAttempt(tx: Tx, intentId: string, reference: string, now: Date) {
  const id = newId()
  await tx.insert(paymentAttempts).values({
    id,
    intentId,
    reference,
    status: 'opening',
    openingUntil: after(now, OPENING_MILLISECONDS),
    nextCheckAt: nextCheckAt(now, now),
    createdAt: now,
    updatedAt: now,
  })
  return { id, reference, accessCode: null }
}

/** 128 random bits: the prefix, such as `gift-`, and 26 letters and digits. */
export function newReference(prefix: string): string {
  return `${prefix}${base32(randomBytes(16))}`
}

async function initializeTransaction(payments: Payments, claimed: Claimed<unknown>): Promise<string> {
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
    throw providerAppError(error)
  }
  await payments.db
    .update(paymentAttempts)
    .set({ status: 'open', accessCode, openingUntil: null, updatedAt: payments.clock.now() })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['opening', 'lost'])))
  return accessCode
}

/** A refusal ends the intent, with the provider's reason; anything else may have opened a transaction, so it is watched. */
async function recordFailedOpening(
  payments: Payments,
  { intent, attempt }: Claimed<unknown>,
  error: unknown,
): Promise<void> {
  const now = payments.clock.now()
  const ours = and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['opening', 'lost']))
  if (!(error instanceof ProviderRefusal)) {
    payments.log.warn({ err: error, reference: attempt.reference }, 'the provider did not open a payment')
    await payments.db.update(paymentAttempts).set({ status: 'lost', updatedAt: now }).where(ours)
    return
  }
  await payments.db.transaction(async (tx) => {
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
