/**
 * How a transaction is paid (docs/protocols/paystack.md section 8.4). Unpaid it reads `abandoned`; `ongoing` while an OTP is
 * asked for or an account is shown; `pending` while a transfer is on its way. Neither a decline nor a closed popup ends
 * it: it can still be paid, and then succeeds late.
 */
import { and, eq, lte, type SQL } from 'drizzle-orm'
import { after, minutes, seconds } from '../server/platform/clock.ts'
import type { Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { accountInstrument, cardInstrument, type Instrument } from './authorizations.ts'
import { chargeCard, type CardEntry } from './cards.ts'
import { feeOf, grossOf } from './fees.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { transactions, type Transaction, type Webhook } from './schema.ts'
import { findByAccessCode, lockTransaction } from './transactions.ts'
import { shownJson, type Charge } from './transaction-json.ts'
import { dispatch, writeWebhooks } from './webhooks.ts'

const STEP_OPEN = minutes(30)
const TRANSFER_LANDS_AFTER = seconds(4)

export const SESSION_EXPIRED = 'Transaction cannot be completed. Session timeout exceeded.'

export interface ChargeAnswer {
  status: 'success' | 'failed' | 'send_pin' | 'send_otp' | 'pending'
  message: string
}

export function isPaid(transaction: Transaction): boolean {
  return transaction.paidAt !== null
}

/** Charges a card with what the payer has entered so far. */
export async function payWithCard(provider: Provider, accessCode: string, entry: CardEntry): Promise<ChargeAnswer> {
  const { answer, written } = await provider.db.transaction(async (tx) => {
    const charge = await lockOpen(provider, tx, accessCode)
    const { transaction } = charge
    const only = (answered: ChargeAnswer) => ({ answer: answered, written: [] })
    if (isPaid(transaction)) return only({ status: 'success', message: 'This transaction was already paid' })

    const outcome = chargeCard(entry, provider.clock.now())
    switch (outcome.step) {
      case 'send_pin':
        // While a PIN is asked for, the provider still says `abandoned` (docs/protocols/paystack.md section 2.2).
        return only({ status: 'send_pin', message: 'Please enter your card PIN' })
      case 'send_otp':
        await keepOpen(provider, tx, transaction)
        return only({ status: 'send_otp', message: 'Please enter the OTP sent to your phone' })
      case 'failed':
        await decline(tx, transaction, outcome.gatewayResponse, outcome.afterStep)
        return only({ status: 'failed', message: outcome.gatewayResponse })
      case 'success': {
        const instrument = cardInstrument(entry, outcome.card)
        return {
          answer: { status: 'success' as const, message: 'Approved' },
          written: await succeed(provider, tx, charge, instrument),
        }
      }
    }
  })
  await dispatch(provider, written)
  return answer
}

/** The account for a bank transfer is on the payer's screen. */
export async function showTransferAccount(provider: Provider, accessCode: string): Promise<Charge> {
  return provider.db.transaction(async (tx) => {
    const charge = await lockOpen(provider, tx, accessCode)
    if (!isPaid(charge.transaction)) await keepOpen(provider, tx, charge.transaction)
    return charge
  })
}

/** The payer says that the money was sent. It arrives a little later, by {@link landTransfers}. */
export async function transferSent(provider: Provider, accessCode: string): Promise<ChargeAnswer> {
  return provider.db.transaction(async (tx) => {
    const { transaction } = await lockOpen(provider, tx, accessCode)
    if (isPaid(transaction)) return { status: 'success', message: 'This transaction was already paid' }
    const landsAt = transaction.landsAt ?? after(provider.clock.now(), TRANSFER_LANDS_AFTER)
    await tx
      .update(transactions)
      .set({ status: 'pending', ongoingUntil: null, landsAt })
      .where(eq(transactions.id, transaction.id))
    return { status: 'pending', message: 'We are waiting for your bank to confirm the transfer' }
  })
}

/** The payer left. A transfer that is on its way stays on its way. */
export async function cancelCheckout(provider: Provider, accessCode: string): Promise<void> {
  await provider.db
    .update(transactions)
    .set({ status: 'abandoned', ongoingUntil: null })
    .where(and(eq(transactions.accessCode, accessCode), eq(transactions.status, 'ongoing')))
}

/** Lets the transfers arrive that are due. */
export async function landTransfers(provider: Provider): Promise<void> {
  const due = await provider.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(lte(transactions.landsAt, provider.clock.now()))
    .limit(100)
  for (const { id } of due) await payByTransfer(provider, eq(transactions.id, id))
}

/** A bank transfer arrives, whatever was on the payer's screen. */
async function payByTransfer(provider: Provider, which: SQL): Promise<void> {
  const written = await provider.db.transaction(async (tx) => {
    const charge = await lockTransaction(tx, which)
    if (!charge || isPaid(charge.transaction)) return []
    return succeed(provider, tx, charge, accountInstrument())
  })
  await dispatch(provider, written)
}

/**
 * The money is collected. To be called with the transaction locked and unpaid; what was written is sent after the commit.
 * @param silently no message tells of it
 */
export async function succeed(
  provider: Provider,
  tx: Tx,
  { transaction, customer }: Charge,
  instrument: Instrument,
  silently = false,
): Promise<Webhook[]> {
  const switches = provider.switches.of(transaction.reference)
  const requested = switches.amountRequested ? BigInt(switches.amountRequested) : transaction.requestedAmount
  const gross = switches.customerBearsFees ? grossOf(requested) : requested
  const amount = switches.amountPaid ? BigInt(switches.amountPaid) : gross
  const now = provider.clock.now()
  const [paid] = await tx
    .update(transactions)
    .set({
      status: 'success',
      ongoingUntil: null,
      landsAt: null,
      requestedAmount: requested,
      amount,
      fees: feeOf(amount),
      currency: switches.currency ?? transaction.currency,
      domain: switches.domain ?? transaction.domain,
      channel: instrument.channel,
      gatewayResponse: instrument.gatewayResponse,
      authorization: instrument.details,
      refundOutcome: instrument.refundOutcome,
      attempts: transaction.attempts + 1,
      paidAt: now,
    })
    .where(eq(transactions.id, transaction.id))
    .returning()
  invariant(paid, 'succeed: the transaction was locked')
  if (silently) return []
  const data = shownJson(provider, { transaction: paid, customer }, 0)
  return writeWebhooks(provider, tx, [{ event: 'charge.success', reference: paid.reference, data }])
}

/**
 * The transaction behind an access code, if its checkout may still be open.
 * @throws Refusal in words that the payer can read
 */
export async function openCheckout(provider: Provider, accessCode: string): Promise<Charge> {
  return refuseClosed(provider, await findByAccessCode(provider.db, accessCode))
}

async function lockOpen(provider: Provider, tx: Tx, accessCode: string): Promise<Charge> {
  return refuseClosed(provider, await lockTransaction(tx, eq(transactions.accessCode, accessCode)))
}

function refuseClosed(provider: Provider, charge: Charge | null): Charge {
  if (!charge) throw refusals.plain('Invalid access code. Please start the payment again.', 404)
  const expired = provider.switches.of(charge.transaction.reference).expiredAccessCode
  if (expired && !isPaid(charge.transaction)) throw refusals.plain(SESSION_EXPIRED)
  return charge
}

async function keepOpen(provider: Provider, tx: Tx, transaction: Transaction): Promise<void> {
  if (transaction.status === 'pending') return
  const ongoingUntil = after(provider.clock.now(), STEP_OPEN)
  await tx.update(transactions).set({ status: 'ongoing', ongoingUntil }).where(eq(transactions.id, transaction.id))
}

/**
 * A decline at the first step leaves no trace but the bank's words: verify goes on saying `abandoned`. After a PIN or an
 * OTP the attempt itself has `failed`. A transfer that is on its way is not touched by either.
 */
async function decline(tx: Tx, transaction: Transaction, gatewayResponse: string, afterStep: boolean): Promise<void> {
  const status = transaction.status === 'pending' ? 'pending' : afterStep ? 'failed' : 'abandoned'
  await tx
    .update(transactions)
    .set({ status, gatewayResponse, ongoingUntil: null, attempts: transaction.attempts + 1 })
    .where(eq(transactions.id, transaction.id))
}
