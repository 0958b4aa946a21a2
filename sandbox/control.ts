/**
 * The control surface: how a test makes the provider fail, and plays the payer. JSON over HTTP, no key, mounted only
 * with `control: true`, which the product never sets. Refusals are 400 `{message}`, or 404 for an unknown reference.
 *
 *   POST /control/switches      {reference?, …settings of switches.ts}: added to what is set, for one reference or for all
 *   POST /control/reset         {}: no switches any more; the data stay
 *   POST /control/pay           {reference, card?, channel?: 'card' | 'bank_transfer', silently?}: as if the payer had paid, at once, at
 *                               any time, also long after closing the popup. `silently` sends no message.
 *                               `card` is a test card's number, for its refund's outcome
 *   POST /control/stranger      {amount, email?, reference?, silently?}: a paid transaction that the product did not start
 *   POST /control/reject_transfer {reference}: a transfer of a wrong amount came and was sent back (bank.transfer.rejected)
 *   POST /control/refund        {reference, amount?, outcome?}: the merchant refunded it on the dashboard
 *   POST /control/chargeback    {reference, amount?, outcome?: 'open' | 'lost' | 'won'} (lost): see disputes.ts
 *   POST /control/transfer      {reference, status: 'success' | 'failed' | 'reversed'}: a transfer out comes to its end
 *   POST /control/top_up        {amount}: into the balance; below zero, another person spent it
 *   POST /control/deliver       {reference?, event?, order?: 'forward' | 'reverse', …webhook settings}: sends messages now,
 *                               whether held, dropped or delivered before; answers {deliveries: [{event, reference, statuses}]}
 *   POST /control/message       {event, reference, data}: writes and sends a message of any content
 *   POST /control/run_jobs      {}: everything that is due by the clock
 *   GET  /control/transactions  all, newest first, as verify shows them, with their access codes
 *   GET  /control/webhooks      ?reference=: the messages, with attempts, last status and when they are due
 */
import { and, asc, desc, eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { accountInstrument, cardInstrument, type Instrument } from './authorizations.ts'
import { testCards } from './cards.ts'
import { isPaid, succeed } from './charges.ts'
import { randomCode } from './codes.ts'
import { chargeBack } from './disputes.ts'
import type { Provider } from './provider.ts'
import { refundJson } from './refund-json.ts'
import { createRefund } from './refunds.ts'
import { refusals } from './refusals.ts'
import { REFUND_OUTCOMES, topUps, TRANSFER_OUTCOMES, transactions, webhooks } from './schema.ts'
import { SwitchSettings, WebhookSwitches } from './switches.ts'
import { insertTransaction, lockTransaction, selectCharges } from './transactions.ts'
import { customerJson, transactionJson, type Charge } from './transaction-json.ts'
import { endTransfer } from './transfers.ts'
import { dispatch, send, writeWebhooks } from './webhooks.ts'

const Reference = z.string().min(1)
const PayInput = z.strictObject({
  reference: Reference,
  card: z.string().optional(),
  channel: z.enum(['card', 'bank_transfer']).default('card'),
  silently: z.boolean().default(false),
})
const StrangerInput = z.strictObject({
  amount: z.int().positive(),
  email: z.email().default('stranger@example.com'),
  reference: Reference.optional(),
  silently: z.boolean().default(false),
})
const RefundInput = z.strictObject({
  reference: Reference,
  amount: z.int().positive().optional(),
  outcome: z.enum(REFUND_OUTCOMES).optional(),
})
const ChargebackInput = z.strictObject({
  reference: Reference,
  outcome: z.enum(['open', 'lost', 'won']).default('lost'),
  amount: z.int().positive().optional(),
})
const TransferInput = z.strictObject({ reference: Reference, status: z.enum(TRANSFER_OUTCOMES) })
const DeliverInput = WebhookSwitches.extend({
  reference: Reference.optional(),
  event: z.string().optional(),
  order: z.enum(['forward', 'reverse']).default('forward'),
})
const MessageInput = z.strictObject({ event: z.string(), reference: Reference, data: z.looseObject({}) })
const SwitchesInput = SwitchSettings.extend({ reference: Reference.optional() })

export function controlRoutes(provider: Provider, runJobs: () => Promise<void>): Hono {
  return new Hono()
    .post('/switches', async (c) => {
      const { reference, ...settings } = await readInput(c, SwitchesInput)
      provider.switches.set(settings, reference)
      return c.json(provider.switches.of(reference ?? null))
    })
    .post('/reset', (c) => {
      provider.switches.reset()
      return c.json({})
    })
    .post('/pay', async (c) => c.json(await pay(provider, await readInput(c, PayInput))))
    .post('/stranger', async (c) => c.json(await payStranger(provider, await readInput(c, StrangerInput))))
    .post('/reject_transfer', async (c) => {
      const { reference } = await readInput(c, z.strictObject({ reference: Reference }))
      await rejectTransfer(provider, reference)
      return c.json({})
    })
    .post('/refund', async (c) => {
      const { reference, amount, outcome } = await readInput(c, RefundInput)
      if (outcome) provider.switches.set({ refundOutcome: outcome }, reference)
      const given = await createRefund(provider, eq(transactions.reference, reference), {
        amount: amount === undefined ? null : BigInt(amount),
        customerNote: null,
        merchantNote: null,
      })
      return c.json(refundJson(given))
    })
    .post('/chargeback', async (c) => {
      const { reference, outcome, amount } = await readInput(c, ChargebackInput)
      await chargeBack(provider, reference, outcome, amount === undefined ? null : BigInt(amount))
      return c.json({})
    })
    .post('/transfer', async (c) => {
      const { reference, status } = await readInput(c, TransferInput)
      await endTransfer(provider, reference, status, { late: true })
      return c.json({})
    })
    .post('/top_up', async (c) => {
      const { amount } = await readInput(c, z.strictObject({ amount: z.int() }))
      await provider.db.insert(topUps).values({ amount: BigInt(amount), createdAt: provider.clock.now() })
      return c.json({})
    })
    .post('/deliver', async (c) => c.json({ deliveries: await deliver(provider, await readInput(c, DeliverInput)) }))
    .post('/message', async (c) => {
      const message = await readInput(c, MessageInput)
      await dispatch(provider, await provider.db.transaction((tx) => writeWebhooks(provider, tx, [message])))
      return c.json({})
    })
    .post('/run_jobs', async (c) => {
      await runJobs()
      return c.json({})
    })
    .get('/transactions', async (c) => {
      const all = await selectCharges(provider.db).orderBy(desc(transactions.id))
      return c.json({ transactions: all.map((charge) => paidJson(provider, charge)) })
    })
    .get('/webhooks', async (c) => c.json({ webhooks: await messagesOf(provider, c.req.query('reference')) }))
}

async function readInput<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const text = await c.req.text()
  let value: unknown
  try {
    value = JSON.parse(text === '' ? '{}' : text)
  } catch {
    throw refusals.plain('The body is not JSON')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refusals.plain(z.prettifyError(parsed.error))
  return parsed.data
}

function paidJson(provider: Provider, charge: Charge) {
  return { ...transactionJson(charge, provider.clock.now(), null), access_code: charge.transaction.accessCode }
}

async function pay(provider: Provider, input: z.output<typeof PayInput>) {
  const { charge, written } = await provider.db.transaction(async (tx) => {
    const which = eq(transactions.reference, input.reference)
    const found = await lockTransaction(tx, which)
    if (!found) throw refusals.plain('There is no such transaction', 404)
    if (isPaid(found.transaction)) return { charge: found, written: [] }
    const sent = await succeed(provider, tx, found, instrumentOf(input), input.silently)
    return { charge: (await lockTransaction(tx, which)) ?? found, written: sent }
  })
  await dispatch(provider, written)
  return paidJson(provider, charge)
}

function instrumentOf({ card: number, channel }: z.output<typeof PayInput>): Instrument {
  if (channel === 'bank_transfer') return accountInstrument()
  const card = testCards.find((each) => each.number === (number ?? testCards[0]?.number))
  if (!card) throw refusals.plain('There is no such test card')
  return cardInstrument({ number: card.number, cvv: card.cvv, expiry: '12/34' }, card)
}

async function payStranger(provider: Provider, input: z.output<typeof StrangerInput>) {
  const reference = input.reference ?? randomCode(10)
  await provider.db.transaction((tx) =>
    insertTransaction(provider, tx, {
      email: input.email,
      amount: BigInt(input.amount),
      reference,
      label: null,
      channels: null,
      callbackUrl: null,
      metadata: null,
    }),
  )
  return pay(provider, { reference, channel: 'card', silently: input.silently })
}

/** The webhook has no reference: the product must find the transaction by its id. */
async function rejectTransfer(provider: Provider, reference: string): Promise<void> {
  const written = await provider.db.transaction(async (tx) => {
    const charge = await lockTransaction(tx, eq(transactions.reference, reference))
    if (!charge) throw refusals.plain('There is no such transaction', 404)
    const { transaction, customer } = charge
    const rejected = {
      amount: String(transaction.requestedAmount + 100n),
      message: 'Transfer rejected: incorrect amount',
      message_type: 'INCORRECT_AMOUNT',
      transaction_id: String(transaction.id),
    }
    const data = { bank_transfer: rejected, customer: customerJson(customer) }
    return writeWebhooks(provider, tx, [{ event: 'bank.transfer.rejected', reference, data }])
  })
  await dispatch(provider, written)
}

async function deliver(provider: Provider, input: z.output<typeof DeliverInput>) {
  const { reference, event, order, ...settings } = input
  const matching = and(
    reference === undefined ? undefined : eq(webhooks.reference, reference),
    event === undefined ? undefined : eq(webhooks.event, event),
  )
  const found = await provider.db
    .select()
    .from(webhooks)
    .where(matching)
    .orderBy(order === 'forward' ? asc(webhooks.id) : desc(webhooks.id))
  const deliveries: { event: string; reference: string; statuses: number[] }[] = []
  for (const webhook of found) {
    const statuses = await send(provider, webhook, settings)
    deliveries.push({ event: webhook.event, reference: webhook.reference, statuses })
  }
  return deliveries
}

async function messagesOf(provider: Provider, reference: string | undefined) {
  const found = await provider.db
    .select()
    .from(webhooks)
    .where(reference === undefined ? undefined : eq(webhooks.reference, reference))
    .orderBy(asc(webhooks.id))
  return found.map((webhook) => ({
    event: webhook.event,
    reference: webhook.reference,
    body: webhook.body,
    attempts: webhook.attempts,
    last_status: webhook.lastStatus,
    delivered_at: webhook.deliveredAt?.toISOString() ?? null,
    next_attempt_at: webhook.nextAttemptAt?.toISOString() ?? null,
  }))
}
