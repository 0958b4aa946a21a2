/** The steps of the random model of paying out. Each acts through the API, often as two people at once, and notes what succeeded. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { z } from 'zod'
import type { AwardJson } from '../../contract/aid/payout-shapes.ts'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import type { Administrator } from '../support/administering.ts'
import { link } from '../support/linking.ts'
import type { Answer } from '../support/server.ts'
import { moveFund, newFund, setFund } from '../support/funds.ts'
import {
  ACCOUNTS,
  ENDING,
  nameAccount,
  pay,
  readCode,
  signInAgain,
  signInPerson,
  type Case,
  type World,
} from './payout-world.ts'
import { answerAbout } from '../support/administering.ts'

/** A choice among the people, awards and payments that there are, and an amount in naira. */
export const chosen = fc.record({
  who: fc.nat(2),
  other: fc.nat(2),
  person: fc.nat(5),
  place: fc.nat(5),
  amount: fc.integer({ min: 1, max: 40 }).map((hundreds) => hundreds * 100),
})
export type Chosen = ReturnType<(typeof chosen)['generate']>['value']

type Step = (world: World, picked: Chosen) => Promise<unknown>

const Awards = z.object({ awards: z.array(z.custom<AwardJson>()) })
const at = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(all.length, 1)]
const succeeded = ({ status }: Answer) => status < 300

export function administrator({ staff }: World, who: number): Administrator {
  const found = at(staff, who)
  if (!found) throw new Error('the world has its administrators')
  return found
}

/** Amina's request three times out of six, so that there is something to do with it. */
const caseOf = ({ cases }: World, { person }: Chosen): Case => {
  const found = cases[[0, 0, 0, 1, 2, 2][person] ?? 0]
  if (!found) throw new Error('the world has its requests')
  return found
}

/** The newest award of a request. */
export async function readAwards(world: World, request: string): Promise<AwardJson[]> {
  const { body } = await administrator(world, 0).call('GET', `/api/admin/applications/${request}/awards`)
  return Awards.parse(body).awards
}
const awardOf = async (world: World, picked: Chosen) => (await readAwards(world, caseOf(world, picked).request))[0]

/** A payment to which this can happen, if there is any: otherwise a refusal is tried. */
async function paymentOf(world: World, picked: Chosen, states: readonly string[]) {
  const award = await awardOf(world, picked)
  const all = award?.payouts ?? []
  const found =
    at(
      all.filter(({ state }) => states.includes(state)),
      picked.place,
    ) ?? at(all, picked.place)
  return award && found && { award, found }
}

/** Two administrators at once, each of whom may be the same person. @returns those who succeeded */
async function byTwo(world: World, { who, other }: Chosen, path: string, body?: object): Promise<Administrator[]> {
  const people = [administrator(world, who), administrator(world, other)]
  const answers = await Promise.all(people.map((by) => world.payouts.act(by, path, body)))
  return people.filter((_, place) => answers[place] && succeeded(answers[place]))
}

async function proposeAward(world: World, picked: Chosen) {
  const { request, fund } = caseOf(world, picked)
  const by = administrator(world, picked.who)
  const amount = picked.amount * (picked.place + 1)
  const answer = await world.payouts.propose(by, request, amount, fund)
  if (succeeded(answer))
    world.deeds.push({ did: 'propose', award: String(answer.body['id']), request, fund, amount, by: by.userId })
}

const onAward =
  (did: 'grant' | 'cancelAward', path: string): Step =>
  async (world, picked) => {
    const award = await awardOf(world, picked)
    if (!award) return
    const body = { expected_state: did === 'grant' ? 'proposed' : award.state }
    const [by] = await byTwo(world, picked, `/awards/${award.id}/${path}`, body)
    if (by) world.deeds.push({ did, award: award.id, by: by.userId })
  }

async function disburse(world: World, picked: Chosen, kind: string) {
  const award = await awardOf(world, picked)
  if (!award) return
  const by = administrator(world, picked.who)
  const amount = kind === 'cash' ? Math.min(picked.amount, award.left || picked.amount) : picked.amount
  const answer = await world.payouts.disburse(by, award.id, amount, { kind })
  if (!succeeded(answer)) return
  const payment = z
    .object({ payouts: z.array(z.object({ id: z.string() })) })
    .parse(answer.body)
    .payouts.at(-1)
  world.deeds.push({ did: 'disburse', payment: payment?.id ?? '', award: award.id, amount, by: by.userId })
}

async function release(world: World, picked: Chosen) {
  const payment = await paymentOf(world, picked, ['proposed'])
  if (!payment) return
  const [by] = await byTwo(world, picked, `/payouts/${payment.found.id}/release`, { expected_state: 'proposed' })
  if (by) world.deeds.push({ did: 'release', payment: payment.found.id, by: by.userId })
}

async function handOver(world: World, picked: Chosen) {
  const payment = await paymentOf(world, picked, ['released'])
  if (!payment) return
  const { id, kind, amount } = payment.found
  const by = administrator(world, picked.who)
  const holder = kind === 'cash' ? administrator(world, picked.other).userId : null
  const answer = await world.payouts.handOver(by, id, amount, holder === null ? {} : { holder })
  if (succeeded(answer)) world.deeds.push({ did: 'handOver', payment: id, amount, holder, by: by.userId })
}

async function giveBack(world: World, picked: Chosen) {
  const payment = await paymentOf(world, picked, ['sent', 'disputed', 'confirmed'])
  if (!payment) return
  const { id, state, returned } = payment.found
  const amount = Math.min(payment.found.amount, picked.amount)
  const body = { expected_state: state, expected_returned: returned, amount, on: '2026-01-15' }
  const [by] = await byTwo(world, picked, `/payouts/${id}/returned`, body)
  if (by) world.deeds.push({ did: 'return', payment: id, amount, by: by.userId })
}

async function confirmLoss(world: World, picked: Chosen) {
  const found = (await awardOf(world, picked))?.payouts.find(({ write_off: writeOff }) => writeOff)
  if (!found?.write_off) return
  const [by] = await byTwo(world, picked, `/decisions/${found.write_off.id}/confirmation`)
  if (by) world.deeds.push({ did: 'lose', payment: found.id, by: by.userId })
}

async function moveCash(world: World, { who, other, amount, place }: Chosen) {
  const holder = administrator(world, other).userId
  const direction = place === 5 ? 'paid_in' : 'drawn'
  const body = { holder, direction, amount, on: '2026-01-15' }
  const answer = await world.payouts.act(administrator(world, who), '/cash', body)
  if (succeeded(answer)) world.deeds.push({ did: 'cash', holder, amount: direction === 'drawn' ? amount : -amount })
}

const LOST = { fault: 'closed', times: 1 }
const BUSY = { fault: 'error_500', times: 2 }
export const SENDING = /payouts\.send|sandbox|webhooks/
const COMPARING = /^(?!books|log)/

/** Releases a transfer while the provider answers badly, slowly or not at all. */
async function transfer(world: World, picked: Chosen) {
  const { who, place, amount } = picked
  const { server } = world.payouts
  await server.control('/switches', {
    transfers: {
      outcome: at(['success', 'failed', 'reversed', 'success'] as const, place),
      validatingMilliseconds: at([300, 100_000], who),
    },
    calls: { transfer: at([null, LOST, { ...LOST, after: true }, BUSY], amount / 100) },
    webhooks: at([{ drop: true }, { drop: false, copies: 2, concurrent: true }], place),
  })
  await disburse(world, { ...picked, amount: Math.min(amount, 1500) }, 'bank')
  await release(world, picked)
  await server.pass(at([0, seconds(6), seconds(31)], amount / 100) ?? 0, SENDING)
}

/** The provider changes its mind about a transfer that ended. */
const contradict =
  (state: string, status: string): Step =>
  async (world, picked) => {
    const all = (await awardOf(world, picked))?.payouts ?? []
    const ended = all.filter(({ attempt }) => attempt?.state === state)
    const reference = at(ended, picked.place)?.attempt?.reference
    if (!reference) return
    await world.payouts.server.control('/transfer', { reference, status })
    await world.payouts.server.pass(seconds(11), COMPARING)
  }

async function waitLong(world: World, wait: number) {
  await world.payouts.server.pass(wait, COMPARING)
  await signInAgain(world)
}

const Open = z.object({
  differences: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      subject: z.string(),
      amount: z.number().nullable(),
      closing: z.string(),
    }),
  ),
})

/** Two people close what differs about transfers, or cover a short fund. @returns how many were open */
export async function closeDifferences(world: World, { who, other }: Pick<Chosen, 'who' | 'other'>): Promise<number> {
  const [one, two] = [administrator(world, who), administrator(world, other)]
  const transfers = Open.parse((await one.call('GET', '/api/admin/books/match')).body).differences
  const books = Open.parse((await one.call('GET', '/api/admin/books')).body).differences
  const open = [
    ...transfers.filter(({ kind }) => kind === 'transfer'),
    ...books.filter(({ kind }) => kind === 'short_fund'),
  ]
  for (const { id, kind, subject, amount, closing } of open) {
    const ending = closing === 'close' ? 'corrected' : 'booked'
    const reason = { ending, reason: 'The provider wrote what happened.' }
    const proposed = await world.payouts.act(one, `/books/differences/${id}/closing`, reason)
    const choice = String(proposed.body['choice'])
    const confirmed = await world.payouts.act(two, `/decisions/${String(proposed.body['id'])}/confirmation`)
    if (!succeeded(confirmed)) {
      // The same person, or something else would be booked by now.
      await world.payouts.act(one, `/decisions/${String(proposed.body['id'])}/withdrawal`)
      continue
    }
    if (kind === 'short_fund') world.deeds.push({ did: 'cover', fund: subject, amount: amount ?? 0 })
    else world.deeds.push({ did: 'bookLate', reference: subject, choice })
  }
  return open.length
}

/** The telephone of the person for whom staff entered a request gets a code, and an account claims it. */
async function claim(world: World, { place }: Chosen) {
  const { profile, number } = world.entered
  const sent = await administrator(world, 0).call('POST', `/api/admin/beneficiaries/${profile}/claim-code`)
  if (!succeeded(sent)) return
  const to = at(world.claimers, place) ?? ''
  const person = await signInPerson(world, to)
  const body = { case_number: number, code: await readCode(world) }
  const claimed = await person.call('POST', '/api/account/claims', body)
  if (succeeded(claimed)) world.deeds.push({ did: 'move', request: world.cases[2]?.request ?? '', to })
}

async function undoClaim(world: World) {
  const undone = await administrator(world, 0).call('POST', `/api/admin/claims/${world.entered.profile}/undoing`)
  if (succeeded(undone)) world.deeds.push({ did: 'move', request: world.cases[2]?.request ?? '', to: 'entered' })
}

async function changeAccount(world: World, picked: Chosen) {
  const { applicant, request } = caseOf(world, picked)
  if (!applicant) return
  await nameAccount(world, await signInPerson(world, applicant.name), request, at(ACCOUNTS, picked.place) ?? '')
}

/** Two people look at an account that waits for it. */
async function checkAccounts(world: World, { who, other }: Chosen) {
  const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), needs_check: z.boolean() })) })
  const { items } = Items.parse((await administrator(world, who).call('GET', '/api/admin/payees')).body)
  for (const { id } of items.filter(({ needs_check: waits }) => waits)) {
    await world.payouts.act(administrator(world, who), `/payees/${id}/check`)
    await answerAbout(world.payouts.server, administrator(world, other), id)
  }
}

const ENDED = {
  key: ENDING,
  title: 'Shelter Support',
  icon: 'shield',
  place: 4,
  kinds: ['shelter'],
  open: false,
}

/** Two people close a fund, and move what is left of it, once. */
async function moveRest(world: World, { who, place }: Chosen) {
  if (world.deeds.some(({ did }) => did === 'moveRest')) return
  const staff = [administrator(world, who), administrator(world, who + 1)]
  const target = place % 2 ? 'medical' : 'school'
  await setFund(world.payouts, staff, newFund({ ...ENDED, new: false }))
  await moveFund(world.payouts, staff, ENDING, target)
  world.deeds.push({ did: 'moveRest', source: ENDING, target })
}

/** The provider sends a gift back, or its bank does: also after its money has moved. */
async function takeGiftBack(world: World, { place, amount }: Chosen) {
  const reference = world.ending.pop()
  if (reference === undefined) return
  const { server } = world.payouts
  const path = place % 2 ? '/refund' : '/chargeback'
  await server.control(path, { reference, amount: amount * 100, ...(place % 2 && { outcome: 'processed' }) })
  await server.core.db.execute(sql`update sandbox_refunds set next_step_at = created_at where next_step_at is not null`)
  await server.pass(seconds(11), /./)
  world.deeds.push({ did: 'give', fund: ENDING, amount: -amount })
}

const people = ({ cases }: World): readonly [string, string] => [
  cases[0]?.applicant?.userId ?? '',
  cases[1]?.applicant?.userId ?? '',
]

export const STEPS: Readonly<Record<string, Step>> = {
  gift: (world, { amount, place }) => pay(world, place % 2 ? 'medical' : 'school', amount * 5),
  refund: async (world, { amount }) => {
    const { server } = world.payouts
    const reference = await pay(world, 'school', amount)
    await server.control('/refund', { reference, outcome: 'processed' })
    // The provider takes hours.
    await server.core.db.execute(
      sql`update sandbox_refunds set next_step_at = created_at where next_step_at is not null`,
    )
    await server.pass(seconds(11), /./)
    world.deeds.push({ did: 'give', fund: 'school', amount: -amount })
  },
  chargeback: async (world, { amount }) => {
    if (world.chargedBack) return
    world.chargedBack = true
    await world.payouts.server.control('/chargeback', { reference: world.gift, amount: amount * 1000 })
    await world.payouts.server.pass(seconds(11), /./)
    world.deeds.push({ did: 'give', fund: 'school', amount: -amount * 10 })
  },
  moveRest,
  takeGiftBack,
  propose: proposeAward,
  grant: onAward('grant', 'grant'),
  cancelAward: onAward('cancelAward', 'cancel'),
  byHand: (world, picked) => disburse(world, picked, 'manual_bank'),
  byCash: (world, picked) => disburse(world, picked, 'cash'),
  release,
  transfer,
  time: ({ payouts }, { place }) =>
    payouts.server.pass(at([0, seconds(6), seconds(31), minutes(3)], place) ?? 0, SENDING),
  day: (world) => waitLong(world, hours(25)),
  compare: async (world) => {
    for (const wait of [minutes(5), seconds(11), minutes(6)]) await waitLong(world, wait)
  },
  reverse: contradict('success', 'reversed'),
  payLate: contradict('failed', 'success'),
  retry: async (world, picked) => {
    const payment = await paymentOf(world, picked, ['failed'])
    if (payment) await byTwo(world, picked, `/payouts/${payment.found.id}/retry`, { expected_state: 'failed' })
  },
  cancel: async (world, picked) => {
    const payment = await paymentOf(world, picked, ['proposed', 'released', 'failed'])
    const state = payment?.found.state
    if (payment) await byTwo(world, picked, `/payouts/${payment.found.id}/cancel`, { expected_state: state })
  },
  cash: moveCash,
  handOver,
  return: giveBack,
  lose: async (world, picked) => {
    const payment = await paymentOf(world, picked, ['sent', 'disputed'])
    const body = { expected_state: payment?.found.state, reason: 'The shop closed.' }
    if (payment) await byTwo(world, picked, `/payouts/${payment.found.id}/lost`, body)
  },
  confirmLoss,
  answer: async (world, picked) => {
    const payment = await paymentOf(world, picked, ['sent'])
    const answer = at(['all', 'all', 'part', 'none'], picked.amount / 100)
    const { applicant } = caseOf(world, picked)
    if (!payment || !applicant) return
    const person = await signInPerson(world, applicant.name)
    await person.call('POST', `/api/payouts/${payment.found.id}/confirmation`, { answer })
  },
  close: closeDifferences,
  claim,
  undoClaim,
  changeAccount,
  checkAccounts,
  household: (world, { who, place }) =>
    link(world.payouts.server, administrator(world, who), people(world), place % 2 ? 'same_household' : 'unrelated'),
}

/** Lets the provider work again, and everything that is being sent end. */
export async function settle(world: World): Promise<void> {
  const { server } = world.payouts
  const works = { transfers: { outcome: 'success' }, calls: { transfer: null }, webhooks: { drop: false, copies: 1 } }
  await server.control('/switches', works)
  for (const wait of [seconds(31), minutes(3), minutes(6), minutes(20), hours(2)]) await server.pass(wait, SENDING)
  // A transfer that came back in silence is asked about each day, and what the provider settled meanwhile is booked in the hour after it.
  for (const wait of [hours(24), hours(1), minutes(5), seconds(11), minutes(6), minutes(6)])
    await server.pass(wait, COMPARING)
  // It may have settled in these last minutes, as its day ended: our jobs catch up while it does nothing.
  await server.pass(hours(1), /^(?!books|log|sandbox)/)
  await server.idle()
  await signInAgain(world)
}
