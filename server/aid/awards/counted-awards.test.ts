/** The amount of a request bounds all its awards, and what a household and an account were granted lately counts for who must decide. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { PersonLink } from '../../../contract/platform/admin-fields.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { link as linkPeople } from '../../../test/support/linking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import { rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
const GRANT = { expected_state: 'proposed' }
let [halima, musa, ladi]: Administrator[] = []
let amina: Person
const team = () => {
  if (!halima || !musa || !ladi) throw new Error('three administrators')
  return { halima, musa, ladi }
}
beforeEach(async () => {
  ;[halima, musa, ladi] = await payouts.administrators('halima', 'musa', 'ladi')
  amina = await newPerson(payouts.server)
  await payouts.fill(2_000_000)
})

const grant = (by: Administrator, id: string) => payouts.act(by, `/awards/${id}/grant`, GRANT)
const ask = (applicant: Person, amount: number) =>
  payouts.approved(applicant, team().halima, { amount_requested: amount })
const propose = async (request: string, amount: number) =>
  awardIn(await payouts.propose(team().halima, request, amount))
const end = (id: string) => payouts.act(team().halima, `/awards/${id}/cancel`, { expected_state: 'granted' })

/** Grants an award and hands out a part of it. @returns its id */
async function pay(request: string, amount: number, part = amount): Promise<string> {
  const { id } = await payouts.granted(request, amount, [team().halima, team().musa])
  const payment = await payouts.released(id, part, [team().halima, team().musa])
  awardIn(await payouts.handOver(team().halima, payment, part))
  const record = { answer: 'all', how: 'witnessed' }
  expect((await payouts.act(team().ladi, `/payouts/${payment}/confirmation`, record)).status).toBe(200)
  return id
}

test('all awards of a request give at most what it asks for; what came back or was not paid is free again', async () => {
  const request = await ask(amina, 40_000)
  await pay(request, 30_000)
  await expectRefused(() => payouts.propose(team().halima, request, 10_001), 'invalid_input')
  const insert = (amount: number) =>
    sql`insert into awards (id, application_id, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
        values (gen_random_uuid(), ${request}, ${amount}, ${team().halima.userId}, now(), '', '')`
  expect(await refusedByDatabase(insert(1_000_001))).toBe('TK005')
  const half = await pay(request, 10_000, 4_000)
  await expectRefused(() => payouts.propose(team().halima, request, 1), 'award_open')
  expect((await end(half)).status).toBe(200)
  await expectRefused(() => payouts.propose(team().halima, request, 6_001), 'invalid_input')
  await pay(request, 6_000)
  await expectRefused(() => payouts.propose(team().halima, request, 1), 'invalid_input')
  await expectBooksBalance(payouts.server)
})

test('where a request names no sum, the first award that is granted says it', async () => {
  const request = await ask(amina, 0)
  const gone = await payouts.granted(request, 25_000, [team().halima, team().musa])
  expect((await end(gone.id)).status).toBe(200)
  const first = await pay(request, 20_000, 15_000)
  expect((await end(first)).status).toBe(200)
  await expectRefused(() => payouts.propose(team().halima, request, 5_001), 'invalid_input')
  await pay(request, 5_000)
  await expectRefused(() => payouts.propose(team().halima, request, 1), 'invalid_input')
  await expectBooksBalance(payouts.server)
})

test('the awards of a request count together for the second step, and for three people', async () => {
  const request = await ask(amina, 600_000)
  await pay(request, 40_000)
  const second = await propose(request, 10_001)
  await expectRefused(() => grant(team().musa, second.id), 'fresh_second_step_needed')
  await payouts.passSecondStep(team().musa)
  awardIn(await grant(team().musa, second.id))
  const payment = lastOf(awardIn(await payouts.disburse(team().halima, second.id, 10_001)))
  const release = () => payouts.act(team().musa, `/payouts/${payment.id}/release`, GRANT)
  payouts.server.clock.advance(minutes(11))
  await expectRefused(release, 'fresh_second_step_needed')
  await expectRefused(
    () => payouts.act(team().musa, '/releases', { payouts: [payment.id] }),
    'fresh_second_step_needed',
  )
  await payouts.passSecondStep(team().musa)
  awardIn(await release())
  awardIn(await payouts.handOver(team().halima, payment.id, 10_001))
  const record = { answer: 'all', how: 'witnessed' }
  expect((await payouts.act(team().ladi, `/payouts/${payment.id}/confirmation`, record)).status).toBe(200)
  expect((await propose(request, 450_000)).signers).toBe(3)
  await expectBooksBalance(payouts.server)
})

const link = (other: Person, is: PersonLink | null) =>
  linkPeople(payouts.server, team().ladi, [amina.userId, other.userId], is)

/** Counts what waits for Ladi, and lists the awards and payouts of requests that say they need more people. */
async function readTooFew(...requests: readonly string[]) {
  const { waiting } = (await team().ladi.call('GET', '/api/admin/decision-counts')).body
  const mine = (await team().ladi.call('GET', '/api/admin/payouts?view=mine')).body['total']
  const each = await Promise.all(requests.map((id) => team().ladi.call('GET', `/api/admin/applications/${id}/awards`)))
  const all = each.flatMap(({ body }) => Shown.parse(body).awards)
  const awards = all.filter(({ too_few: isIt }) => isIt).map(({ may }) => ({ grant: may['grant'] }))
  const paid = all.flatMap(({ payouts: of }) => of.filter(({ too_few: isIt }) => isIt))
  return { waiting, mine, shown: [...awards, ...paid.map(({ may }) => ({ release: may['release'] }))] }
}
const OneShown = z.object({ too_few: z.boolean(), may: z.record(z.string(), z.boolean()) })
const Shown = z.object({ awards: z.array(OneShown.extend({ payouts: z.array(OneShown) })) })

/** Two of one household, and two who named the same account. */
const RELATED: Readonly<Record<string, (hauwa: Person, requests: readonly [string, string]) => Promise<void>>> = {
  household: async (hauwa) => {
    expect((await link(hauwa, 'same_household')).status).toBe(200)
  },
  account: async (hauwa, [first, second]) => {
    for (const [userId, request] of [
      [amina.userId, first],
      [hauwa.userId, second],
    ] as const)
      await payouts.server.core.db.execute(
        sql`insert into payees (id, kind, application_id, bank_code, bank_name, account_hmac, account_ending, match, shared, recipient_code,
                                usable_from, proposed_by, created_at)
            values (gen_random_uuid(), 'applicant', ${request}, '058', 'GTBank', ${sha256('one')}, '6785', 'match', false, 'RCP_1', now(),
                    ${userId}, now())`,
      )
  },
}

test.each(Object.keys(RELATED))(
  'the awards of 30 days to one %s count together, also of two at once',
  async (related) => {
    const hauwa = await newPerson(payouts.server, 'hauwa')
    const [first, second] = [await ask(amina, 600_000), await ask(hauwa, 600_000)]
    const both = await Promise.all([first, second].map((request) => propose(request, 300_000)))
    expect(both.map(({ signers }) => signers)).toEqual([2, 2])
    for (const { id } of both) awardIn(await payouts.act(team().halima, `/awards/${id}/cancel`, GRANT))
    await RELATED[related]?.(hauwa, [first, second])

    const atOnce = await Promise.all([first, second].map((request) => propose(request, 300_000)))
    expect(atOnce.map(({ signers }) => signers).toSorted((a, b) => a - b)).toEqual([2, 3])
    const [two, three] = atOnce.toSorted((a, b) => a.signers - b.signers).map(({ id }) => id)
    for (const who of [team().musa, team().ladi]) await payouts.passSecondStep(who)
    expect(awardIn(await grant(team().musa, three ?? '')).state).toBe('proposed')
    expect(awardIn(await grant(team().ladi, three ?? '')).state).toBe('granted')
    await expectRefused(() => grant(team().ladi, two ?? ''), 'proposal_lapsed')
    expect(await readTooFew(first, second)).toEqual({ waiting: 0, mine: 0, shown: [{ grant: false }] })
    awardIn(await payouts.act(team().halima, `/awards/${two ?? ''}/cancel`, GRANT))
    const other = three === atOnce[0]?.id ? second : first
    expect((await propose(other, 200_001)).signers).toBe(3)
    awardIn(await payouts.act(team().halima, `/awards/${(await newest(other)).id}/cancel`, GRANT))

    await payouts.server.pass(hours(24 * 31), /^(payouts|payments|sandbox)/)
    halima = await signInAdministrator(payouts.server, 'halima')
    expect((await propose(other, 300_000)).signers).toBe(2)
    await expectBooksBalance(payouts.server)
  },
)

test('what was granted to a household counts for 30 days, also once a reviewer has taken it apart', async () => {
  const hauwa = await newPerson(payouts.server, 'hauwa')
  const [first, second] = [await ask(amina, 600_000), await ask(hauwa, 600_000)]
  await RELATED['household']?.(hauwa, [first, second])
  const { id } = await propose(first, 300_000)
  await payouts.passSecondStep(team().musa)
  awardIn(await grant(team().musa, id))
  expect((await link(hauwa, null)).body).toEqual({ link: null })
  const shown = (await team().halima.call('GET', `/api/admin/applications/${second}/awards`)).body
  expect(shown['earlier']).toMatchObject([{ of: 'household', application_id: first, amount: 300_000 }])
  const other = await propose(second, 300_000)
  expect(other.signers).toBe(3)
  awardIn(await payouts.act(team().halima, `/awards/${other.id}/cancel`, GRANT))
  await payouts.server.pass(hours(24 * 31), /^(payouts|payments|sandbox)/)
  halima = await signInAdministrator(payouts.server, 'halima')
  expect((await propose(second, 300_000)).signers).toBe(2)
  const later = (await halima.call('GET', `/api/admin/applications/${second}/awards`)).body
  expect(later['earlier']).toEqual([])
  await expectBooksBalance(payouts.server)
})

test('what was granted to a household counts for 30 days, also once one of them has closed their account', async () => {
  const hauwa = await newPerson(payouts.server, 'hauwa')
  const [first, second] = [await ask(amina, 600_000), await ask(hauwa, 600_000)]
  await RELATED['household']?.(hauwa, [first, second])
  await payouts.passSecondStep(team().musa)
  await pay(first, 300_000)
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const other = await propose(second, 300_000)
  expect(other.signers).toBe(3)
  awardIn(await payouts.act(team().halima, `/awards/${other.id}/cancel`, GRANT))
  await payouts.server.pass(hours(24 * 31), /^(payouts|payments|sandbox|households)/)
  halima = await signInAdministrator(payouts.server, 'halima')
  expect((await propose(second, 300_000)).signers).toBe(2)
  const kept = await rows(payouts.server.core.db, sql`select from former_households`, z.unknown())
  expect(kept).toEqual([])
  await expectBooksBalance(payouts.server)
})

test('a payout that was proposed before what counts with it was granted needs the people of now', async () => {
  const hauwa = await newPerson(payouts.server, 'hauwa')
  const [first, second] = [await ask(amina, 600_000), await ask(hauwa, 600_000)]
  await RELATED['household']?.(hauwa, [first, second])
  const wanted = { amount: 300_000, funds: [{ fund: 'school', amount: 300_000 }], payout: { kind: 'cash' } }
  const proposed = async (request: string) =>
    awardIn(await payouts.act(team().halima, `/applications/${request}/awards`, wanted))
  const [two, three] = [await proposed(first), await proposed(second)]
  expect([two.signers, three.signers]).toEqual([2, 3])
  await payouts.server.pass(minutes(2), /waiting-letters/)
  for (const who of [team().musa, team().ladi]) await payouts.passSecondStep(who)
  const release = (by: Administrator, id: string) => payouts.act(by, `/payouts/${id}/release`, GRANT)
  expect((await release(team().musa, lastOf(two).id)).body).toMatchObject({ id: two.id })
  for (const who of [team().musa, team().ladi]) awardIn(await grant(who, three.id))
  const { id } = lastOf(three)
  await expectRefused(() => release(team().musa, id), 'proposal_lapsed')
  expect(await readTooFew(second)).toEqual({ waiting: 0, mine: 0, shown: [{ release: false }] })
  expect((await payouts.act(team().halima, `/payouts/${id}/cancel`, GRANT)).status).toBe(200)
  const again = lastOf(awardIn(await payouts.disburse(team().halima, three.id, 300_000, { kind: 'cash' })))
  expect(awardIn(await release(team().musa, again.id))).toMatchObject({ payouts: [{}, { state: 'proposed' }] })
  expect(awardIn(await release(team().ladi, again.id))).toMatchObject({ payouts: [{}, { state: 'released' }] })
  await expectBooksBalance(payouts.server)
})

async function newest(request: string) {
  const { body } = await team().halima.call('GET', `/api/admin/applications/${request}/awards`)
  const [found] = z.object({ awards: z.array(z.looseObject({ id: z.string() })) }).parse(body).awards
  if (!found) throw new Error('an award')
  return found
}

test('all awards of another request are shown as one sum', async () => {
  const [first, second] = [await ask(amina, 40_000), await ask(amina, 40_000)]
  await pay(first, 10_000)
  await pay(first, 20_000)
  const { body } = await team().halima.call('GET', `/api/admin/applications/${second}/awards`)
  expect(body['earlier']).toMatchObject([{ of: 'applicant', application_id: first, amount: 30_000 }])
})
