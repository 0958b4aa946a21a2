/**
 * Charging a saved card without the payer. It succeeds, declines in the bank's words, or asks for the payer, as a switch or its date
 * says. A card that failed ten times in a row, under any address, rests for a day.
 */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { after, hours, minutes } from '../server/platform/clock.ts'
import type { Tx } from '../server/platform/db/db.ts'
import { succeed } from './charges.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { authorizations, customers, transactions, type SavedCardOutcome, type Webhook } from './schema.ts'
import { insertTransaction, lockTransaction, type NewTransaction } from './transactions.ts'
import { shownJson, type Charge } from './transaction-json.ts'
import { dispatch } from './webhooks.ts'

/** Why a saved card is declined: the bank's code and words. */
const DECLINES: Record<Decline, { code: string; words: string }> = {
  insufficient_funds: { code: '51', words: 'Insufficient Funds' },
  expired_card: { code: '54', words: 'Expired card' },
  pickup_lost_card: { code: '41', words: 'Pickup card (lost card)' },
  do_not_honor: { code: '05', words: 'Do not honor' },
  issuer_or_switch_inoperative: { code: '91', words: 'Issuer or switch inoperative' },
}
type Decline = Exclude<SavedCardOutcome, 'success' | 'challenge'>

const FAILURES_MAX = 10
const REST = hours(24)
/** How long the payer has for the bank's question. */
const CHALLENGE_OPEN = minutes(30)

export type SavedCharge =
  | { outcome: 'success' | 'challenge'; charge: Charge }
  | { outcome: 'declined'; charge: Charge; decline: Decline }

/** @throws Refusal, and then the reference stays free */
export async function chargeSavedCard(provider: Provider, code: string, input: NewTransaction): Promise<SavedCharge> {
  const { charged, written } = await provider.db.transaction(async (tx) => {
    const saved = await findSaved(tx, code, input.email)
    await requireRested(provider, tx, saved.signature)
    const begun = await insertTransaction(provider, tx, input)
    const outcome = outcomeOf(provider, saved.details, begun.transaction.reference)
    const written = await carryOut(provider, tx, begun, saved, outcome)
    const charge = (await lockTransaction(tx, eq(transactions.id, begun.transaction.id))) ?? begun
    const declined = outcome === 'success' || outcome === 'challenge' ? null : outcome
    const charged: SavedCharge = declined
      ? { outcome: 'declined', charge, decline: declined }
      : { outcome: outcome === 'challenge' ? 'challenge' : 'success', charge }
    return { charged, written }
  })
  await dispatch(provider, written)
  return charged
}

type Saved = typeof authorizations.$inferSelect

async function findSaved(tx: Tx, code: string, email: string): Promise<Saved> {
  const [known] = await tx
    .select({ authorization: authorizations, email: customers.email })
    .from(authorizations)
    .innerJoin(customers, eq(customers.id, authorizations.customerId))
    .where(eq(authorizations.authorizationCode, code))
  if (!known) throw refusals.invalid('Authorization code is invalid')
  if (known.email !== email || !known.authorization.reusable) {
    throw refusals.invalid(
      'Email does not match Authorization code. Authorization may be inactive or belong to a different email. Please confirm.',
    )
  }
  return known.authorization
}

async function requireRested({ clock }: Provider, tx: Tx, signature: string): Promise<void> {
  const last = await tx
    .select({ status: transactions.status, createdAt: transactions.createdAt })
    .from(transactions)
    .where(
      and(
        sql`${transactions.authorization}->>'signature' = ${signature}`,
        inArray(transactions.status, ['success', 'failed']),
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(FAILURES_MAX)
  if (last.length < FAILURES_MAX || last.some(({ status }) => status !== 'failed')) return
  const left = after(last[0]?.createdAt ?? clock.now(), REST).getTime() - clock.now().getTime()
  if (left > 0) throw refusals.plain(`Charge attempt cannot be fulfilled until ${Math.ceil(left / minutes(1))} minutes`)
}

function outcomeOf({ switches, clock }: Provider, details: Saved['details'], reference: string) {
  const now = clock.now()
  const expired =
    Number(details['exp_year']) * 12 + Number(details['exp_month']) < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  return switches.of(reference).savedCard ?? (expired ? 'expired_card' : 'success')
}

async function carryOut(
  provider: Provider,
  tx: Tx,
  begun: Charge,
  { details, refundOutcome }: Saved,
  outcome: SavedCardOutcome,
): Promise<Webhook[]> {
  const { id } = begun.transaction
  if (outcome === 'success')
    return succeed(provider, tx, begun, { channel: 'card', gatewayResponse: 'Approved', details, refundOutcome })
  if (outcome === 'challenge') {
    const ongoingUntil = after(provider.clock.now(), CHALLENGE_OPEN)
    await tx.update(transactions).set({ status: 'ongoing', ongoingUntil }).where(eq(transactions.id, id))
    return []
  }
  // No message tells of a charge that failed.
  await tx
    .update(transactions)
    .set({
      status: 'failed',
      channel: 'card',
      authorization: details,
      gatewayResponse: DECLINES[outcome].words,
      attempts: 1,
    })
    .where(eq(transactions.id, id))
  return []
}

const NOT_ANSWERED = new Set(['paid_at', 'created_at', 'paidAt', 'createdAt', 'requested_amount', 'source'])

/** The answer to a charge: less than verify shows, and with the bank's code unless a switch leaves it out. */
export function savedChargeJson(provider: Provider, charged: Exclude<SavedCharge, { outcome: 'challenge' }>) {
  const json = Object.fromEntries(
    Object.entries(shownJson(provider, charged.charge, '')).filter(([name]) => !NOT_ANSWERED.has(name)),
  )
  const decline = charged.outcome === 'declined' ? charged.decline : null
  if (provider.switches.of(charged.charge.transaction.reference).declineCodes === false) return json
  return {
    ...json,
    gateway_response_code: decline ?? 'approved',
    response_code: decline ? DECLINES[decline].code : '00',
  }
}
