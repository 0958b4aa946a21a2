/**
 * Paying out of the balance (docs/protocols/paystack-transfers.md section 15). Amount and fee leave the balance when a transfer is made, and come
 * back when it ends unpaid. A reference is used once, for ever: a repeat is refused.
 */
import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Kobo } from '../contract/platform/money.ts'
import { after, hours, minutes, seconds } from '../server/platform/clock.ts'
import type { Db, Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { balanceOf } from './balance.ts'
import { SPECIAL_ACCOUNTS } from './banks.ts'
import { randomCode } from './codes.ts'
import { transferFeeOf } from './fees.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { recipients, transfers, TRANSFER_OUTCOMES, type Recipient, type Transfer } from './schema.ts'
import { askForApproval } from './transfer-approval.ts'
import { toldJson, type PaidOut } from './transfer-json.ts'
import { dispatch, writeWebhooks, type Message } from './webhooks.ts'

const OTP_OPEN = minutes(30)
/** The process that makes a transfer asks for its approval. If it dies before, the job asks after this time. */
const APPROVAL_LEASE = minutes(1)
/** The only valid OTP. */
const OTP = '123456'

export interface NewTransfer {
  amount: Kobo
  recipientCode: string
  reference: string
  reason: string | null
}

/** Business type and hold come before the fields. */
export function requireMayPayOut(provider: Provider): void {
  const { starterBusiness, payoutsOnHold } = provider.switches.of(null)
  if (starterBusiness) throw refusals.plain('You cannot initiate third party payouts as a starter business')
  if (payoutsOnHold) throw refusals.plain('You cannot initiate third party payouts at this time')
}

export async function createTransfer(provider: Provider, input: NewTransfer): Promise<PaidOut> {
  const { transfers: switches } = provider.switches.of(input.reference)
  const { paidOut, written, replayed } = await provider.db.transaction(async (tx) => {
    await lockBalance(tx)
    const known = await findTransfer(tx, input.reference)
    if (known && switches.referenceLast) await requirePossible(provider, tx, input)
    if (known) {
      const { duplicate = 400 } = switches
      if (duplicate !== 'replay') throw refusals.usedReference(duplicate)
      return { paidOut: known, written: [], replayed: true }
    }
    const made = await insertTransfer(provider, tx, input)
    return { paidOut: made, written: await writeWebhooks(provider, tx, eventsOf(provider, made)), replayed: false }
  })
  await dispatch(provider, written)
  if (!replayed) approveSoon(provider, paidOut.transfer)
  return paidOut
}

/** One at a time: two transfers that each fit the balance may not fit it together. */
const lockBalance = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(7261195)`)

/** @throws Refusal: its recipient cannot receive, or the balance is too low */
async function requirePossible(provider: Provider, tx: Tx, input: NewTransfer) {
  const { transfers: switches } = provider.switches.of(input.reference)
  const recipient = await findRecipient(tx, switches.recipient ?? input.recipientCode)
  const amount = BigInt(switches.amount ?? input.amount)
  const fee = transferFeeOf(amount) + BigInt(switches.duty ?? 0)
  const now = provider.clock.now()
  if ((await balanceOf(tx, now)) < amount + fee) {
    throw refusals.named(
      'Your balance is not enough to fulfil this request',
      'insufficient_balance',
      'Top up your balance',
    )
  }
  return { recipient, amount, fee }
}

async function insertTransfer(provider: Provider, tx: Tx, input: NewTransfer): Promise<PaidOut> {
  const { recipient, amount, fee } = await requirePossible(provider, tx, input)
  const { transfers: switches } = provider.switches.of(input.reference)
  const now = provider.clock.now()
  const [transfer] = await tx
    .insert(transfers)
    .values({
      transferCode: `TRF_${randomCode(15)}`,
      reference: input.reference,
      recipientId: recipient.id,
      amount,
      fee,
      feeKept: switches.feeKept ?? false,
      reason: input.reason,
      outcome: switches.outcome ?? 'success',
      createdAt: now,
      updatedAt: now,
      ...firstStep(provider, input.reference, recipient, now),
    })
    .returning()
  invariant(transfer, 'insertTransfer: an insert returns its row')
  return { transfer, recipient }
}

/** @throws Refusal: unknown, switched off, or one that cannot receive */
async function findRecipient(tx: Tx, code: string): Promise<Recipient> {
  const [recipient] = await tx.select().from(recipients).where(eq(recipients.recipientCode, code))
  if (!recipient || recipient.deletedAt) {
    throw refusals.named(
      'Recipient specified is invalid',
      'invalid_transfer_recipient',
      'Ensure that you are passing the code of a recipient that exists',
    )
  }
  if (recipient.accountNumber === SPECIAL_ACCOUNTS.closed) throw refusals.plain('Account closed')
  if (recipient.accountNumber === SPECIAL_ACCOUNTS.watchList)
    throw refusals.plain("Sorry, we can't make the transfer to this recipient at the moment")
  return recipient
}

/** The state of a new transfer, and when the next step is due: the OTP, our approval, the queue, or success at once in test mode. */
function firstStep(provider: Provider, reference: string, { accountNumber }: Recipient, now: Date) {
  const { otp, profile } = provider.switches.of(reference).transfers
  if (otp || accountNumber === SPECIAL_ACCOUNTS.otp) return { status: 'otp', nextStepAt: after(now, OTP_OPEN) } as const
  if (profile === 'test') return { status: 'success', nextStepAt: null, transferredAt: now } as const
  return queueStep(provider, reference, now)
}

function queueStep(provider: Provider, reference: string, now: Date) {
  const { approvalDelaySeconds } = provider.switches.of(reference).transfers
  if (provider.approvalUrl === null) return { status: 'pending', nextStepAt: after(now, provider.landsAfter) } as const
  const asked = approvalDelaySeconds === undefined ? APPROVAL_LEASE : seconds(approvalDelaySeconds)
  return { status: 'received', nextStepAt: after(now, asked) } as const
}

function approveSoon(provider: Provider, { reference, status }: Transfer): void {
  if (status !== 'received' || provider.switches.of(reference).transfers.approvalDelaySeconds !== undefined) return
  provider.background.run('sandbox approval', () => decide(provider, reference))
}

/** Asks for our approval: a yes queues the transfer, a no rejects it, and anything else blocks it. */
async function decide(provider: Provider, reference: string): Promise<void> {
  const found = await findTransfer(provider.db, reference)
  if (!found || found.transfer.status !== 'received') return
  const answer = await askForApproval(provider, found)
  const now = provider.clock.now()
  await provider.db
    .update(transfers)
    .set({
      status: answer === 'yes' ? 'pending' : answer === 'no' ? 'rejected' : 'blocked',
      nextStepAt: answer === 'yes' ? after(now, provider.landsAfter) : null,
      updatedAt: now,
    })
    .where(sql`${transfers.reference} = ${reference} and ${transfers.status} = 'received'`)
}

/** Checks the OTP of a transfer: the right one starts it, a wrong one fails it. */
export async function finalizeTransfer(provider: Provider, transferCode: string, otp: string): Promise<PaidOut> {
  const now = provider.clock.now()
  const [known] = await provider.db.select().from(transfers).where(eq(transfers.transferCode, transferCode))
  if (!known) throw refusals.plain('Transfer code is invalid')
  const next =
    otp === OTP ? queueStep(provider, known.reference, now) : ({ status: 'failed', nextStepAt: null } as const)
  const [transfer] = await provider.db
    .update(transfers)
    .set({ ...next, updatedAt: now })
    .where(sql`${transfers.transferCode} = ${transferCode} and ${transfers.status} = 'otp'`)
    .returning()
  const found = transfer && (await findTransfer(provider.db, transfer.reference))
  if (!found) throw refusals.plain('Transfer code is invalid')
  approveSoon(provider, found.transfer)
  return found
}

/** Transfers with their recipients. */
export const selectPaidOut = (db: Db | Tx) =>
  db
    .select({ transfer: transfers, recipient: recipients })
    .from(transfers)
    .innerJoin(recipients, eq(recipients.id, transfers.recipientId))

export async function findTransfer(db: Db | Tx, reference: string): Promise<PaidOut | null> {
  const [found] = await selectPaidOut(db).where(eq(transfers.reference, reference))
  return found ?? null
}

/** Takes the step that is due. Without its OTP a transfer is abandoned; one whose outcome is `pending` never ends. */
export async function advanceTransfers(provider: Provider): Promise<void> {
  const due = await provider.db
    .select()
    .from(transfers)
    .where(lte(transfers.nextStepAt, provider.clock.now()))
    .limit(100)
  for (const { reference, status, outcome } of due) {
    if (status === 'received') await decide(provider, reference)
    else if (status === 'otp') await endTransfer(provider, reference, 'abandoned')
    else if (outcome !== 'pending') await endTransfer(provider, reference, status === 'success' ? 'reversed' : outcome)
  }
}

const WAITING: readonly Transfer['status'][] = ['otp', 'received', 'pending']

/**
 * A success may still be reversed, even days later; the other statuses are final.
 * @param late also ends a transfer that has failed: the fault of a provider that says both
 */
export async function endTransfer(
  provider: Provider,
  reference: string,
  status: (typeof TRANSFER_OUTCOMES)[number] | 'abandoned',
  { late = false } = {},
): Promise<void> {
  const now = provider.clock.now()
  const before: Transfer['status'][] = status === 'reversed' ? ['success'] : late ? ['failed'] : []
  const written = await provider.db.transaction(async (tx) => {
    const found = await findTransfer(tx, reference)
    const reversedAt = found && status === 'success' ? reversalOf(provider, found, now) : null
    const [ended] = await tx
      .update(transfers)
      .set({ status, nextStepAt: reversedAt, updatedAt: now, ...(status === 'success' && { transferredAt: now }) })
      .where(sql`${transfers.reference} = ${reference} and ${inArray(transfers.status, [...WAITING, ...before])}`)
      .returning()
    const paidOut = ended && (await findTransfer(tx, reference))
    return paidOut ? writeWebhooks(provider, tx, eventsOf(provider, paidOut)) : []
  })
  await dispatch(provider, written)
}

function reversalOf(provider: Provider, { transfer, recipient }: PaidOut, now: Date): Date | null {
  const { reversedAfterDays } = provider.switches.of(transfer.reference).transfers
  const days = reversedAfterDays ?? (recipient.accountNumber === SPECIAL_ACCOUNTS.full ? 1 : null)
  return days === null ? null : after(now, hours(24 * days))
}

/** No event tells of the other states: they are found by asking. */
function eventsOf(provider: Provider, paidOut: PaidOut): Message[] {
  const { status, reference } = paidOut.transfer
  if (!TRANSFER_OUTCOMES.some((outcome) => outcome === status)) return []
  return [{ event: `transfer.${status}`, reference, data: toldJson(provider, paidOut) }]
}
