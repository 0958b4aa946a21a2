/** Gifts by the product's own statements, from opening to being counted: what one really leaves in the database. */
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DONATION_TYPES } from '../contract/money/funds.ts'
import { createApp, type App } from '../server/app.ts'
import { after, hours } from '../server/platform/clock.ts'
import { allocateGifts } from '../server/proof/log/lots.ts'
import { sequenceFacts } from '../server/proof/log/sequencer.ts'
import { productVariables, type Bench } from './bench.ts'
import { generateTurns } from './generate/log.ts'
import { openCore } from './open-core.ts'
import { startProviderStub } from './record-flows.ts'

const AT_ONCE = 8
/** As often as autovacuum would come by in a table of this size: what updates leave behind is used again. */
const GIFTS_PER_VACUUM = 500
/** In naira. */
const AMOUNT = 1500
/** More payments than the gifts can fill, and more than ten of each fund, which together are counted. */
const paymentsFor = (gifts: number) => Math.max(100, gifts / 20)
const { PAYSTACK_SECRET_KEY } = productVariables('', '')

/** Bytes of each gift in a table with its indexes, once it is counted. */
export interface Left {
  readonly table: string
  readonly bytes: number
}

const Opened = z.object({ reference: z.string() })
const Sizes = z.array(z.object({ table: z.string(), bytes: z.coerce.number() }))
const SIZES = `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** @returns what each of the later gifts left: a third was given before, so that no table begins and space is used again */
export async function measureRealGifts(bench: Bench, gifts: number): Promise<Left[]> {
  const database = await bench.openMigrated('volume_real')
  await generateTurns(database, 0, paymentsFor(gifts))
  const provider = await startProviderStub()
  const { core, close } = openCore(database, provider.url)
  const { app } = createApp(core)
  const later = { ...core, clock: { ...core.clock, now: () => after(new Date(), hours(72)) } }
  const giveMany = async (from: number, to: number) => {
    for (let first = from; first < to; first += AT_ONCE) {
      const places = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, place) => first + place)
      await Promise.all(places.map((place) => give(app, place)))
      if (first % GIFTS_PER_VACUUM < AT_ONCE) await database.pool.query('vacuum')
    }
    await core.background.idle()
    while ((await sequenceFacts(core)).more);
    await allocateGifts(later)
    while ((await sequenceFacts(core)).more);
    await database.pool.query('vacuum')
    return readSizes(database)
  }
  const given = Math.floor(gifts / 3)
  const before = new Map(await giveMany(0, given))
  const left = (await giveMany(given, gifts))
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / (gifts - given) }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes)
  await close()
  await provider.stop()
  await database.close()
  return left
}

async function give(app: App['app'], place: number): Promise<void> {
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const answer = await app.request(path, { method: 'POST', body, headers: sent })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const gift = {
    amount: AMOUNT,
    donation_type: DONATION_TYPES[place % DONATION_TYPES.length],
    message: place % 3 === 0 ? 'For books and shoes' : undefined,
  }
  const opened = await post('/api/donations', JSON.stringify(gift), { 'idempotency-key': randomUUID() })
  const event = JSON.stringify({ event: 'charge.success', data: { id: place, ...Opened.parse(opened) } })
  const signature = createHmac('sha512', PAYSTACK_SECRET_KEY).update(event).digest('hex')
  await post('/webhooks/paystack', event, { 'x-paystack-signature': signature })
}

async function readSizes({ pool }: Awaited<ReturnType<Bench['openMigrated']>>): Promise<[string, number][]> {
  return Sizes.parse((await pool.query(SIZES)).rows).map(({ table, bytes }) => [table, bytes])
}
