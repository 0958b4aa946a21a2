/** Steps of the model, each with its own name, so that a sequence that fails can be read. Amounts are naira. */
import fc from 'fast-check'
import { DONATION_TYPES } from '../../contract/money/funds.ts'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import { newKey } from '../support/server.ts'
import { MATCH, TELLINGS, type Telling, type World } from './world.ts'

export interface Step {
  readonly name: string
  readonly run: (world: World) => Promise<void>
}

const pick = (world: World, place: number) => world.references[place % Math.max(world.references.length, 1)]

async function give(world: World, amount: number, fund: string): Promise<void> {
  const body = { amount, donation_type: fund }
  const answer = await world.server.call('POST', '/api/donations', body, newKey())
  if (answer.status !== 201) throw new Error(`a gift was refused: ${JSON.stringify(answer.body)}`)
  world.references.push(String(answer.body['reference']))
}

/** A frozen wallet takes none, and none has more than a few open. */
async function topUp(world: World, owner: number, amount: number): Promise<void> {
  const answer = await world.call(owner, '/api/wallet/top-ups', { amount })
  if (answer.status !== 201 && answer.status !== 409)
    throw new Error(`a top-up was refused: ${JSON.stringify(answer.body)}`)
  if (answer.status === 201) world.references.push(String(answer.body['reference']))
}

async function pay(world: World, place: number, telling: Telling): Promise<void> {
  const reference = pick(world, place)
  if (!reference) return
  await world.tell(reference, telling)
  await world.order('/pay', { reference })
}

async function verify(world: World, place: number): Promise<void> {
  const reference = pick(world, place)
  if (reference) await world.server.call('POST', '/functions/v1/verify', { reference })
}

const named = (name: string, run: Step['run']): Step => ({ name, run })
const place = fc.nat({ max: 9 })
const owner = fc.nat({ max: 1 })
const telling = fc.constantFrom(...TELLINGS)
const fund = fc.constantFrom(...DONATION_TYPES)
/** Below and above ₦2,500, where the fee gets its flat part. */
const naira = fc.oneof(fc.integer({ min: 100, max: 3000 }), fc.integer({ min: 3000, max: 200_000 }))
/** A part of a payment, in thousandths. */
const share = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 }))
/** At the provider an amount is whole kobo: no amount asks for the whole payment. */
const part = (amount: number, of: number) =>
  of === 1000 ? {} : { amount: Math.max(1, Math.floor((amount * of) / 10)) }

/** A payment that is begun and paid; with the page closed, only the provider and our jobs know. */
const payment = fc
  .tuple(fc.option(owner, { nil: null }), naira, fund, telling, fc.boolean(), fc.boolean())
  .map(([who, amount, type, told, paid, closed]) =>
    named(
      `${who === null ? `gift of ${amount} to ${type}` : `top-up of ${amount} by ${who}`}${paid ? `, paid, ${told}` : ', not paid'}${closed ? '' : ', verified'}`,
      async (world) => {
        const before = world.references.length
        await (who === null ? give(world, amount, type) : topUp(world, who, amount))
        if (world.references.length === before) return
        if (paid) await pay(world, before, told)
        if (!closed) await verify(world, before)
      },
    ),
  )

const refund = fc
  .tuple(
    place,
    naira,
    share,
    fc.constantFrom('processed', 'processed', 'processed', 'failed', 'needs-attention'),
    telling,
  )
  .map(([which, amount, of, outcome, told]) =>
    named(`refund of ${which}: ${JSON.stringify(part(amount, of))} ${outcome}, ${told}`, async (world) => {
      const reference = pick(world, which)
      if (!reference) return
      await world.tell(reference, told)
      await world.order('/refund', { reference, outcome, ...part(amount, of) })
    }),
  )

/** A lost one may be in the list of refunds too: it is the same money. */
const dispute = fc
  .tuple(place, naira, share, fc.constantFrom('open', 'lost', 'won'), telling, fc.boolean())
  .map(([which, amount, of, outcome, told, disputeMakesRefund]) =>
    named(
      `dispute of ${which}: ${JSON.stringify(part(amount, of))} ${outcome}, ${told}${disputeMakesRefund ? ', listed as a refund' : ''}`,
      async (world) => {
        const reference = pick(world, which)
        if (!reference) return
        await world.tell(reference, told)
        await world.server.control('/switches', { reference, disputeMakesRefund })
        await world.order('/chargeback', { reference, outcome, ...part(amount, of) })
      },
    ),
  )

const WAITS: readonly (readonly [string, number])[] = [
  ['15 seconds', seconds(15)],
  ['a minute', minutes(1)],
  ['an hour', hours(1)],
  ['7 hours', hours(7)],
  ['26 hours', hours(26)],
  ['4 days', hours(96)],
  ['12 days', hours(288)],
]

const other = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(owner, naira, fund).map(([who, amount, type]) =>
      named(`gift of ${amount} from wallet ${who}`, async (world) => {
        await world.call(who, '/api/wallet/gifts', { amount, donation_type: type })
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(place, telling)
      .map(([which, told]) => named(`late payment of ${which}, ${told}`, (world) => pay(world, which, told))),
  },
  { weight: 1, arbitrary: place.map((which) => named(`verify ${which}`, (world) => verify(world, which))) },
  {
    weight: 1,
    arbitrary: fc.tuple(place, fc.constantFrom('forward', 'reverse')).map(([which, order]) =>
      named(`all webhooks of ${which} again, ${order}`, async (world) => {
        const reference = pick(world, which)
        if (reference) await world.order('/deliver', { reference, order })
      }),
    ),
  },
)

const wait = fc.constantFrom(...WAITS).map(([name, milliseconds]) =>
  named(`wait ${name}`, async (world) => {
    await world.pass(milliseconds)
    if (milliseconds >= hours(26)) await world.pass(0, MATCH)
  }),
)

const step = fc.oneof(
  { weight: 3, arbitrary: payment },
  { weight: 4, arbitrary: refund },
  { weight: 3, arbitrary: dispute },
  { weight: 3, arbitrary: other },
  { weight: 4, arbitrary: wait },
)

export const sequence = fc
  .tuple(payment, fc.array(step, { minLength: 2, maxLength: 10 }))
  .map(([first, more]) => [first].concat(more))
