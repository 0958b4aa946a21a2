/**
 * Paying out of the balance (docs/protocols/paystack.md section 6). Amount and fee leave the balance when a transfer is made,
 * and come back when it fails or is reversed. Only the same reference may be tried again: it answers the same transfer.
 */
import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import { after, minutes, seconds } from '../lib/clock.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { invariant } from '../lib/errors.ts'
import { balanceOf } from './balance.ts'
import { randomCode } from './codes.ts'
import { transferFeeOf } from './fees.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { recipients, transfers, TRANSFER_OUTCOMES, type Recipient, type Transfer } from './schema.ts'
import { INTEGRATION } from './transaction-json.ts'
import { dispatch, writeWebhooks, type Message } from './webhooks.ts'

const LANDS_AFTER = seconds(5)
const OTP_OPEN = minutes(30)
/** The only valid OTP. */
const OTP = '123456'

export interface PaidOut {
  transfer: Transfer
  recipient: Recipient
}

export interface NewTransfer {
  amount: Kobo
  recipientCode: string
  reference: string
  reason: string | null
}

export async function createTransfer(provider: Provider, input: NewTransfer): Promise<PaidOut> {
  const switches = provider.switches.of(input.reference)
  if (switches.starterBusiness) throw refusals.plain('You cannot initiate third party payouts as a starter business')
  return provider.db.transaction(async (tx) => {
    // One at a time: two transfers that each fit the balance may not fit it together.
    await tx.execute(sql`select pg_advisory_xact_lock(7261195)`)
    const known = await findTransfer(tx, input.reference)
    if (known) return known
    const [recipient] = await tx.select().from(recipients).where(eq(recipients.recipientCode, input.recipientCode))
    if (!recipient) {
      throw refusals.named(
        'Recipient specified is invalid',
        'invalid_transfer_recipient',
        'Ensure that the recipient exists',
      )
    }
    const fee = transferFeeOf(input.amount)
    if ((await balanceOf(tx, provider.clock.now())) < input.amount + fee) {
      throw refusals.named(
        'Your balance is not enough to fulfil this request',
        'insufficient_balance',
        'Top up your balance',
      )
    }
    const now = provider.clock.now()
    const [transfer] = await tx
      .insert(transfers)
      .values({
        transferCode: `TRF_${randomCode(15)}`,
        reference: input.reference,
        recipientId: recipient.id,
        amount: input.amount,
        fee,
        reason: input.reason,
        status: switches.transferOtp ? 'otp' : 'pending',
        outcome: switches.transferOutcome ?? 'success',
        nextStepAt: after(now, switches.transferOtp ? OTP_OPEN : LANDS_AFTER),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    invariant(transfer, 'createTransfer: an insert returns its row')
    return { transfer, recipient }
  })
}

/** Checks the OTP of a transfer: the right one starts it, a wrong one fails it. */
export async function finalizeTransfer(provider: Provider, transferCode: string, otp: string): Promise<PaidOut> {
  const now = provider.clock.now()
  const accepted = otp === OTP
  const [transfer] = await provider.db
    .update(transfers)
    .set({
      status: accepted ? 'pending' : 'failed',
      nextStepAt: accepted ? after(now, LANDS_AFTER) : null,
      updatedAt: now,
    })
    .where(sql`${transfers.transferCode} = ${transferCode} and ${transfers.status} = 'otp'`)
    .returning()
  const found = transfer && (await findTransfer(provider.db, transfer.reference))
  if (!found) throw refusals.invalid('Transfer code is invalid')
  return found
}

export async function findTransfer(db: Db | Tx, reference: string): Promise<PaidOut | null> {
  const [found] = await db
    .select({ transfer: transfers, recipient: recipients })
    .from(transfers)
    .innerJoin(recipients, eq(recipients.id, transfers.recipientId))
    .where(eq(transfers.reference, reference))
  return found ?? null
}

/** Ends the transfers that are due. Without its OTP a transfer is abandoned. */
export async function advanceTransfers(provider: Provider): Promise<void> {
  const due = await provider.db
    .select()
    .from(transfers)
    .where(lte(transfers.nextStepAt, provider.clock.now()))
    .limit(100)
  for (const transfer of due) {
    await endTransfer(provider, transfer.reference, transfer.status === 'otp' ? 'abandoned' : transfer.outcome)
  }
}

/** A success may still be reversed, even a day later; the other statuses are final. */
export async function endTransfer(
  provider: Provider,
  reference: string,
  status: Transfer['outcome'] | 'abandoned',
): Promise<void> {
  const now = provider.clock.now()
  const written = await provider.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(transfers)
      .set({ status, nextStepAt: null, updatedAt: now, ...(status === 'success' && { transferredAt: now }) })
      .where(
        sql`${transfers.reference} = ${reference} and ${inArray(
          transfers.status,
          status === 'reversed' ? ['otp', 'pending', 'success'] : ['otp', 'pending'],
        )}`,
      )
      .returning()
    const paidOut = ended && (await findTransfer(tx, reference))
    return paidOut ? writeWebhooks(provider, tx, transferEvents(paidOut)) : []
  })
  await dispatch(provider, written)
}

function transferEvents(paidOut: PaidOut): Message[] {
  const told = TRANSFER_OUTCOMES.some((outcome) => outcome === paidOut.transfer.status)
  if (!told) return []
  const { status, reference } = paidOut.transfer
  return [{ event: `transfer.${status}`, reference, data: transferJson(paidOut) }]
}

export function transferJson({ transfer, recipient }: PaidOut) {
  return {
    id: transfer.id,
    integration: INTEGRATION,
    domain: 'test',
    amount: Number(transfer.amount),
    currency: 'NGN',
    source: 'balance',
    source_details: null,
    reason: transfer.reason,
    reference: transfer.reference,
    transfer_code: transfer.transferCode,
    status: transfer.status,
    fee_charged: Number(transfer.fee),
    failures: null,
    gateway_response: null,
    recipient: recipientJson(recipient),
    session: { provider: null, id: null },
    transferred_at: transfer.transferredAt?.toISOString() ?? null,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
  }
}

export function recipientJson(recipient: Recipient) {
  return {
    id: recipient.id,
    integration: INTEGRATION,
    domain: 'test',
    type: 'nuban',
    currency: 'NGN',
    name: recipient.name,
    recipient_code: recipient.recipientCode,
    active: true,
    metadata: recipient.metadata,
    details: {
      authorization_code: null,
      account_number: recipient.accountNumber,
      account_name: recipient.accountName,
      bank_code: recipient.bankCode,
      bank_name: null,
    },
    createdAt: recipient.createdAt.toISOString(),
  }
}
