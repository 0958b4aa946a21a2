/**
 * Random sequences of gifts, refunds, awards, releases, hand-overs, returns, losses and answers, by administrators who act in any order
 * and at once: nothing answers with a fault, no fund or promise is overdrawn by paying out, and the books balance. MODEL_RUNS is the
 * number of sequences (4).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../contract/payout-shapes.ts'
import { DONATION_TYPES } from '../../contract/funds.ts'
import type { Administrator } from '../../test/support/administering.ts'
import { newPerson, type Person } from '../../test/support/asking.ts'
import { usePayouts } from '../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../test/support/server.ts'

const payouts = usePayouts()

interface World {
  readonly staff: readonly Administrator[]
  readonly people: readonly { person: Person; request: string }[]
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

const STEPS: Readonly<Record<string, Step>> = {
  gift: (_world, { amount }) => payouts.fill(amount * 5),
  refund: async (_world, { amount }) => {
    const gift = await payouts.start(amount, 'school')
    await payouts.pay(gift.reference)
    await payouts.verify(gift)
    await payouts.server.control('/refund', { reference: gift.reference })
    await payouts.server.runJobs()
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
  const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS).filter(isStep)), chosen)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      await payouts.server.empty()
      const staff = await payouts.administrators('halima', 'musa', 'ladi')
      const [first] = staff
      if (!first) throw new Error('the world has its administrators')
      const people = []
      for (const name of ['amina', 'bello']) {
        const person = await newPerson(payouts.server, name)
        people.push({ person, request: await payouts.approved(person, first) })
      }
      await payouts.fill(50_000)
      // So that most sequences have something to hand over.
      const [request] = people.map((each) => each.request)
      const award = await payouts.granted(request ?? '', 20_000, staff)
      for (const amount of [4000, 3000, 2000, 1000]) await payouts.released(award.id, amount, staff)
      for (const [name, picked] of steps) await STEPS[name]?.({ staff, people }, picked)
      await payouts.server.idle()
      await expectBooksBalance(payouts.server)
      for (const fund of DONATION_TYPES) expect(await payouts.balance(`fund:${fund}`)).toBeGreaterThanOrEqual(0n)
      expect(payouts.server.logged()).not.toMatch(/unexpected error|deadlock/)
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 4), endOnFailure: true },
  )
}, 300_000)
