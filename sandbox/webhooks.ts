/**
 * The webhooks to the product. Each is written in the transaction of the change it reports, and sent after it: first
 * immediately, then hourly, ten times, as the provider does for test keys. Only a 200 acknowledges.
 */
import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { after, hours, seconds } from '../server/platform/clock.ts'
import type { Tx } from '../server/platform/db/db.ts'
import type { Provider } from './provider.ts'
import { webhooks, type Webhook } from './schema.ts'
import type { WebhookSwitches } from './switches.ts'

const RETRIES_MAX = 10
const RETRY_EVERY = hours(1)
const ATTEMPT_TIMEOUT = seconds(30)
/** Longer than an attempt with all its copies may take. After that the sender is presumed dead. */
const LEASE = seconds(120)
const AT_ONCE = 20

export interface Message {
  event: string
  reference: string
  data: object
}

/** Writes webhooks, in order. Pass what it returns to {@link dispatch} after the commit. */
export async function writeWebhooks(provider: Provider, tx: Tx, messages: Message[]): Promise<Webhook[]> {
  if (messages.length === 0) return []
  const now = provider.clock.now()
  return tx
    .insert(webhooks)
    .values(
      messages.map(({ event, reference, data }) => {
        const { drop, hold, delaySeconds } = provider.switches.of(reference).webhooks
        const kept = drop === true || hold === true
        return {
          event,
          reference,
          body: JSON.stringify({ event, data }),
          nextAttemptAt: kept ? null : after(now, seconds(delaySeconds ?? 0)),
          // The process that writes a webhook sends it too. If it dies before that, the lease expires and a job takes over.
          claimedUntil: kept || delaySeconds ? null : after(now, LEASE),
          createdAt: now,
        }
      }),
    )
    .returning()
}

/**
 * Makes the first attempts. A webhook arrives before or after the answer to its cause, at random: this resolves when the answer
 * may be sent. Sending continues in the background.
 */
export async function dispatch(provider: Provider, written: Webhook[]): Promise<void> {
  const due = written.filter((webhook) => webhook.claimedUntil !== null)
  for (const webhook of due) provider.sending.add(webhook.id)
  await Promise.all(due.map((webhook) => sendFirst(provider, webhook)))
}

async function sendFirst(provider: Provider, webhook: Webhook): Promise<void> {
  const { timing = 'either' } = provider.switches.of(webhook.reference).webhooks
  const before = timing === 'before' || (timing === 'either' && randomInt(2) === 0)
  const sent = new Promise<void>((resolve) => {
    provider.background.run('sandbox webhook', async () => {
      try {
        if (!before) await sleep(randomInt(20, 300))
        await attempt(provider, webhook)
      } finally {
        provider.sending.delete(webhook.id)
        resolve()
      }
    })
  })
  // A product that is slow to acknowledge does not hold up the payer.
  if (before) await Promise.race([sent, sleep(seconds(2), undefined, { ref: false })])
}

/** For the job: sends every webhook that is due and not claimed. */
export async function sendDueWebhooks(provider: Provider): Promise<void> {
  const now = provider.clock.now()
  const free = and(
    lte(webhooks.nextAttemptAt, now),
    or(isNull(webhooks.claimedUntil), lte(webhooks.claimedUntil, now)),
    provider.sending.size > 0 ? notInArray(webhooks.id, [...provider.sending]) : undefined,
  )
  const claimed = await provider.db
    .update(webhooks)
    .set({ claimedUntil: after(now, LEASE) })
    .where(
      inArray(
        webhooks.id,
        provider.db
          .select({ id: webhooks.id })
          .from(webhooks)
          .where(free)
          .orderBy(asc(webhooks.nextAttemptAt), asc(webhooks.id))
          .limit(AT_ONCE)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()
  await Promise.all(claimed.map((webhook) => attempt(provider, webhook)))
}

async function attempt(provider: Provider, webhook: Webhook): Promise<void> {
  const switches = provider.switches.of(webhook.reference).webhooks
  const statuses = await send(provider, webhook, switches)
  const now = provider.clock.now()
  const acknowledged = statuses.includes(200)
  const attempts = webhook.attempts + 1
  await provider.db
    .update(webhooks)
    .set({
      attempts: sql`${webhooks.attempts} + 1`,
      claimedUntil: null,
      deliveredAt: acknowledged ? now : null,
      nextAttemptAt: acknowledged || attempts > RETRIES_MAX ? null : after(now, RETRY_EVERY),
      lastStatus: statuses.at(-1) ?? null,
    })
    .where(eq(webhooks.id, webhook.id))
}

/**
 * Sends a webhook now, in as many copies as the switches say.
 * @returns the HTTP status of each; 0 where no answer came
 */
export async function send(provider: Provider, webhook: Webhook, switches: WebhookSwitches): Promise<number[]> {
  const copies = Array.from({ length: switches.copies ?? 1 })
  if (switches.concurrent) return Promise.all(copies.map(() => post(provider, webhook, switches)))
  const statuses: number[] = []
  for (const _ of copies) statuses.push(await post(provider, webhook, switches))
  return statuses
}

export function signatureFor(secretKey: string, body: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}

async function post(provider: Provider, webhook: Webhook, switches: WebhookSwitches): Promise<number> {
  const { signature = 'right', format = 'compact' } = switches
  const spaced = () => JSON.stringify(JSON.parse(webhook.body), null, 2)
  const signed = format === 'spaced' ? spaced() : webhook.body
  const sent = signature === 'reserialised' ? `${spaced()}\n` : signed
  const key = signature === 'wrong' ? `${provider.secretKey}x` : provider.secretKey
  const headers = {
    'content-type': 'application/json',
    // The product may close a kept connection just as a webhook is sent on it, which would delay it by an hour.
    connection: 'close',
    'user-agent': 'Paystack/2.0 (stand-in)',
    ...(signature !== 'missing' && { 'x-paystack-signature': signatureFor(key, signed) }),
  }
  try {
    const response = await fetch(provider.webhookUrl, {
      method: 'POST',
      headers,
      body: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    provider.log.debug({ err: error, event: webhook.event }, 'a sandbox webhook was not answered')
    return 0
  }
}
