/**
 * Random sequences of gifts, refunds, chargebacks, awards, releases, transfers through a provider that fails, hand-overs, returns, losses
 * and answers, by administrators who act in any order and at once: nothing answers with a fault, no fund or promise is overdrawn by
 * paying out, nothing is sent twice, and the books balance. MODEL_RUNS is the number of sequences (4).
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../contract/payout-shapes.ts'
import { DONATION_TYPES } from '../../contract/funds.ts'
import type { Administrator } from '../../test/support/administering.ts'
import { newPerson, type Person } from '../../test/support/asking.ts'
import { usePayouts } from '../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../test/support/server.ts'
import { hours, minutes, seconds } from '../lib/clock.ts'
import { onlyRow } from '../lib/db/db.ts'

const payouts = usePayouts()

interface World {
  readonly staff: readonly Administrator[]
  readonly people: readonly { person: Person; request: string }[]
  /** A large gift, which donors take back in parts, and what they took back so far, in naira. */
  readonly gift: string
  chargedBack: number
}

/** A choice among the awards and disbursements that there are, and an amount in naira. */
interface Chosen {
  readonly who: number
  readonly other: number
  readonly person: number
  readonly place: number
  readonly amount: number
}

const chosen = fc.record({
  who: fc.nat(2),
  other: fc.nat(2),
  person: fc.nat(3).map((place) => (place === 3 ? 1 : 0)),
  place: fc.nat(5),
  amount: fc.integer({ min: 1, max: 40 }).map((hundreds) => hundreds * 100),
})

const Awards = z.object({ awards: z.array(z.custom<AwardJson>()) })

const at = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(all.length, 1)]

async function awardOf(world: World, { person }: Chosen): Promise<AwardJson | undefined> {
  const request = at(world.people, person)?.request ?? ''
  const { body } = await administrator(world, 0).call('GET', `/api/admin/applications/${request}/awards`)
  return Awards.parse(body).awards[0]
}

function administrator({ staff }: World, who: number): Administrator {
  const found = at(staff, who)
  if (!found) throw new Error('the world has its administrators')
  return found
}

type Step = (world: World, chosen: Chosen) => Promise<unknown>

/** Acts on the award of the chosen person, or on one of its disbursements. */
const onAward =
  (path: (award: AwardJson) => string, body: (award: AwardJson, chosen: Chosen) => object): Step =>
  async (world, picked) => {
    const award = await awardOf(world, picked)
    return award && payouts.act(administrator(world, picked.who), path(award), body(award, picked))
  }

const onDisbursement =
  (act: string, states: readonly string[], body: (state: string, amount: number, picked: Chosen) => object): Step =>
  async (world, picked) => {
    const all = (await awardOf(world, picked))?.disbursements ?? []
    // One to which this can happen, if there is any: otherwise a refusal is tried.
    const found =
      at(
        all.filter(({ state }) => states.includes(state)),
        picked.place,
      ) ?? at(all, picked.place)
    if (!found) return
    const sent = body(found.state, found.amount, picked)
    if (act === 'handed-over') return payouts.handOver(administrator(world, picked.who), found.id, found.amount, sent)
    // Two administrators at once.
    return Promise.all(
      [picked.who, picked.other].map((who) =>
        payouts.act(administrator(world, who), `/disbursements/${found.id}/${act}`, sent),
      ),
    )
  }

const LOST = { fault: 'closed', times: 1 }
const BUSY = { fault: 'error_500', times: 2 }
const SENDING = /payouts\.send|sandbox|webhooks/

/** Gives to the fund and pays. @returns the reference */
async function pay(amount: number): Promise<string> {
  const gift = await payouts.start(amount, 'school')
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
  return gift.reference
}

/** The applicant's bank gives this name for both accounts. */
const ACCOUNTS = ['0123456785', '8030000005']

async function newApplicant(by: Administrator, name: string, accountNumber: string) {
  const person = await newPerson(payouts.server, name)
  const request = await payouts.approved(person, by)
  const named = { bank_code: '058', account_number: accountNumber, account_name: 'YUSUF AMINA HAUWA' }
  expect((await person.call('POST', `/api/applications/${request}/payee`, named)).status).toBe(200)
  return { person, request }
}

/** Lets the provider work again and all that is being sent end. */
async function settle(): Promise<void> {
  const works = { transfers: { outcome: 'success' }, calls: { transfer: null }, webhooks: { drop: false, copies: 1 } }
  await payouts.server.control('/switches', works)
  for (const wait of [seconds(31), minutes(3), minutes(6), minutes(20), hours(2)])
    await payouts.server.pass(wait, SENDING)
  await payouts.server.idle()
}

/** What must be zero: transfers that we did not start, payments that were sent twice, and payments that got stuck. */
const countFaults = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select (select count(*)::int from sandbox_transfers t
                 where not exists (select from payout_attempts a where a.reference = t.reference and a.amount = t.amount)) as unknown,
               (select count(*)::int from (
                  select from payout_attempts a join sandbox_transfers t using (reference)
                   where t.status = 'success' group by a.disbursement_id having count(*) > 1) as twice) as twice,
               (select count(*)::int from disbursements d join sandbox_transfers t on t.status = 'success' and t.reference in
                  (select reference from payout_attempts a where a.disbursement_id = d.id)
                 where d.state not in ('sent', 'disputed', 'confirmed', 'returned', 'lost')) as unbooked,
               (select count(*)::int from disbursements where state = 'sending') as stuck`,
    z.record(z.string(), z.number()),
  )

const STEPS: Readonly<Record<string, Step>> = {
  gift: (_world, { amount }) => payouts.fill(amount * 5),
  refund: async (_world, { amount }) => {
    const reference = await pay(amount)
    await payouts.server.control('/refund', { reference, outcome: 'processed' })
    // The provider takes hours.
    await payouts.server.core.db.execute(
      sql`update sandbox_refunds set next_step_at = created_at where next_step_at is not null`,
    )
    await payouts.server.pass(seconds(11))
  },
  chargeback: async (world, { amount }) => {
    if (world.chargedBack > 0) return
    world.chargedBack = amount * 10
    await payouts.server.control('/chargeback', { reference: world.gift, amount: amount * 1000 })
    await payouts.server.pass(seconds(11))
  },
  propose: (world, { who, person, amount }) =>
    payouts.propose(administrator(world, who), at(world.people, person)?.request ?? '', amount),
  grant: onAward(
    ({ id }) => `/awards/${id}/grant`,
    () => ({ expected_state: 'proposed' }),
  ),
  cancelAward: onAward(
    ({ id }) => `/awards/${id}/cancel`,
    ({ state }) => ({ expected_state: state }),
  ),
  disburse: onAward(
    ({ id }) => `/awards/${id}/disbursements`,
    (award, { amount, place }) =>
      place % 2 ? { kind: 'cash', amount: Math.min(amount, award.left || amount) } : { kind: 'manual_bank', amount },
  ),
  transfer: async (world, picked) => {
    const { who, place, amount } = picked
    await payouts.server.control('/switches', {
      transfers: {
        outcome: at(['success', 'failed', 'reversed', 'success'] as const, place),
        validatingMilliseconds: at([300, 100_000], who),
      },
      calls: { transfer: at([null, LOST, { ...LOST, after: true }, BUSY], amount / 100) },
      webhooks: at([{ drop: true }, { drop: false, copies: 2, concurrent: true }], place),
    })
    const sent = { kind: 'bank', amount: Math.min(amount, 1500) }
    await onAward(
      ({ id }) => `/awards/${id}/disbursements`,
      () => sent,
    )(world, picked)
    await onDisbursement('release', ['proposed'], () => ({ expected_state: 'proposed' }))(world, picked)
    await payouts.server.pass(at([0, seconds(6), seconds(31)], amount / 100) ?? 0, SENDING)
  },
  time: (_world, { place }) => payouts.server.pass(at([0, seconds(6), seconds(31), minutes(3)], place) ?? 0, SENDING),
  reverse: async (world, picked) => {
    const sent = (await awardOf(world, picked))?.disbursements.filter(({ attempt }) => attempt?.state === 'success')
    const reference = at(sent ?? [], picked.place)?.attempt?.reference
    if (!reference) return
    await payouts.server.control('/transfer', { reference, status: 'reversed' })
    await payouts.server.pass(seconds(11), SENDING)
  },
  retry: onDisbursement('retry', ['failed'], () => ({ expected_state: 'failed' })),
  release: onDisbursement('release', ['proposed'], () => ({ expected_state: 'proposed' })),
  cancel: onDisbursement('cancel', ['proposed', 'released'], (state) => ({ expected_state: state })),
  draw: (world, { who, other, amount }) => {
    const [by, holder] = [administrator(world, who), administrator(world, other)]
    return payouts.act(by, '/cash', { holder: holder.userId, direction: 'drawn', amount, on: '2026-01-15' })
  },
  handOver: onDisbursement('handed-over', ['released'], () => ({})),
  handOverCash: async (world, picked) => {
    const holder = administrator(world, picked.other).userId
    return onDisbursement('handed-over', ['released'], () => ({ holder }))(world, picked)
  },
  return: onDisbursement('returned', ['sent', 'disputed', 'confirmed'], (state, amount, picked) => ({
    expected_state: state,
    amount: Math.min(amount, picked.amount),
    on: '2026-01-15',
  })),
  lose: onDisbursement('lost', ['sent', 'disputed'], (state) => ({
    expected_state: state,
    reason: 'The shop closed.',
  })),
  confirmLoss: async (world, picked) => {
    const award = await awardOf(world, picked)
    const id = award?.disbursements.find(({ write_off: writeOff }) => writeOff)?.write_off?.id
    return id && payouts.act(administrator(world, picked.who), `/write-offs/${id}/confirmation`)
  },
  answer: async (world, picked) => {
    const award = await awardOf(world, picked)
    const found =
      award &&
      at(
        award.disbursements.filter(({ state }) => state === 'sent'),
        picked.place,
      )
    const answer = at(['all', 'all', 'part', 'none'], picked.amount)
    return (
      found &&
      at(world.people, picked.person)?.person.call('POST', `/api/disbursements/${found.id}/confirmation`, { answer })
    )
  },
}

const isStep = (name: string): name is keyof typeof STEPS => Object.hasOwn(STEPS, name)

test('the books balance after any sequence, and nothing is overdrawn', async () => {
  // Transfers have the longest way to go, so their steps come more often.
  const names = [...Object.keys(STEPS).filter(isStep), 'transfer', 'transfer', 'transfer', 'time', 'reverse', 'retry']
  const step = fc.tuple(fc.constantFrom(...names), chosen)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      await payouts.server.empty()
      const staff = await payouts.administrators('halima', 'musa', 'ladi')
      const [first] = staff
      if (!first) throw new Error('the world has its administrators')
      const people = []
      for (const [place, name] of ['amina', 'bello'].entries())
        people.push(await newApplicant(first, name, ACCOUNTS[place] ?? ''))
      const world: World = { staff, people, gift: await pay(50_000), chargedBack: 0 }
      // So that most sequences have something to hand over.
      const [request] = people.map((each) => each.request)
      const award = await payouts.granted(request ?? '', 20_000, staff)
      for (const amount of [4000, 3000, 2000, 1000]) await payouts.released(award.id, amount, staff)
      for (const [name, picked] of steps) await STEPS[name]?.(world, picked)
      await settle()
      await expectBooksBalance(payouts.server)
      expect(await countFaults()).toEqual({ unknown: 0, twice: 0, unbooked: 0, stuck: 0 })
      for (const fund of DONATION_TYPES) {
        // Only a donor who takes money back can leave a fund short of what it has promised.
        const least = fund === 'school' ? -BigInt(world.chargedBack) * 100n : 0n
        expect(await payouts.balance(`fund:${fund}`)).toBeGreaterThanOrEqual(least)
        expect(await payouts.balance(`committed:${fund}`)).toBeGreaterThanOrEqual(0n)
      }
      expect(payouts.server.logged()).not.toMatch(/unexpected error|deadlock/)
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 4), endOnFailure: true },
  )
}, 300_000)
