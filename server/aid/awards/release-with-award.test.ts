/** An award that is proposed with its payout: one release grants and pays it, also in the approval of the request; refused, nothing changes. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { setLimits } from '../../../test/support/limits.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { readMails } from '../../../test/support/mails.ts'
import { HERS, nameAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let amina: Person
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
})

const AWARD = { amount: 20_000, funds: [{ fund: 'school', amount: 20_000 }], payout: { kind: 'manual_bank' } }
/** Another bank gives the same name. */
const OTHER = { ...HERS, bank_code: '50515', account_number: '8030000005' }
const newRequest = async () => String((await amina.ask(REQUEST)).body['id'])
const approve = (by: Administrator, request: string, award: object | undefined = AWARD) =>
  by.call('PATCH', `/api/admin/applications/${request}`, { status: 'approved', award, expected_version: 1 })
const Awards = z.object({ awards: z.tuple([z.record(z.string(), z.unknown())], z.unknown()) })
const readAward = async (request: string, by = musa) => {
  const answer = await by.call('GET', `/api/admin/applications/${request}/awards`)
  return awardIn({ ...answer, body: Awards.parse(answer.body).awards[0] })
}
const release = (by: Administrator, id: string) =>
  payouts.act(by, `/payouts/${id}/release`, { expected_state: 'proposed' })
const Row = z.object({ application_id: z.string(), group: z.string() })
const Payouts = z.object({ items: z.array(Row) })
const groupsOf = async (by: Administrator, request: string) => {
  const { items } = Payouts.parse((await by.call('GET', '/api/admin/payouts')).body)
  const waiting = items.filter(({ application_id: id, group }) => id === request && group !== 'ended')
  return waiting.map(({ group }) => group)
}
const Decisions = z.object({ items: z.array(z.object({ kind: z.string() })) })
/** The kinds of decisions that wait for someone. */
const waitingFor = async (by: Administrator) =>
  Decisions.parse((await by.call('GET', '/api/admin/decisions?group=waiting')).body).items.map(({ kind }) => kind)
/** An approval that proposes its award, and whose letter was sent. */
async function planned() {
  const request = await newRequest()
  expect((await approve(halima, request)).status).toBe(200)
  payouts.server.clock.advance(minutes(2))
  const award = await readAward(request)
  return { request, award, payout: lastOf(award).id }
}
const audited = (ids: string[]) =>
  rows(
    payouts.server.core.db,
    sql`select action, actor_id::text as by from audit_events where subject_id in ${ids} order by created_at, id`,
    z.object({ action: z.string(), by: z.string() }),
  )

test('one approves and proposes, another releases: the award is granted and the payout released by the same act', async () => {
  const { request, award, payout } = await planned()
  expect(award).toMatchObject({ state: 'proposed', signers: 2, may: { grant: false, cancel: true } })
  expect(lastOf(award)).toMatchObject({ state: 'proposed', amount: 20_000, may: { release: true } })
  expect(lastOf(await readAward(request, halima)).may).toMatchObject({ release: false })
  expect([await groupsOf(musa, request), await groupsOf(halima, request)]).toEqual([['mine'], ['release']])
  expect([await waitingFor(musa), await waitingFor(halima)]).toEqual([['disbursement'], []])
  expect(await payouts.balance('committed:school')).toBe(0n)
  await expectRefused(() => release(halima, payout), 'second_administrator_needed')

  const released = awardIn(await release(musa, payout))
  expect(released).toMatchObject({ state: 'granted', left: 0, granted_by: { user_id: musa.userId } })
  expect(lastOf(released)).toMatchObject({ state: 'released', released_by: { user_id: musa.userId } })
  expect(await payouts.balance('committed:school')).toBe(2_000_000n)
  expect(await audited([award.id, payout])).toEqual([
    { action: 'award.proposed', by: halima.userId },
    { action: 'disbursement.proposed', by: halima.userId },
    { action: 'award.granted', by: musa.userId },
    { action: 'disbursement.released', by: musa.userId },
  ])
  await expectRefused(() => release(ladi, payout), 'already_decided')
  const undo = () => payouts.act(halima, `/applications/${request}/undo`, { expected_version: 2 })
  await expectRefused(undo, 'undo_too_late')
  expect(awardIn(await payouts.handOver(musa, payout, 20_000)).state).toBe('granted')
  await expectBooksBalance(payouts.server)
})

test('the letter of the approval names no amount', async () => {
  await planned()
  await payouts.server.runJobs(/waiting-letters/)
  const letters = (await readMails(payouts.server)).filter(({ text }) => text.includes('was approved'))
  expect(letters).toHaveLength(1)
  expect(JSON.stringify(letters)).not.toMatch(/20,?000|₦/)
})

test('of many releases at once one counts', async () => {
  const { payout } = await planned()
  const answers = await Promise.all([musa, ladi, musa, ladi].map((by) => release(by, payout)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'already_decided')).toHaveLength(3)
  expect(await payouts.balance('committed:school')).toBe(2_000_000n)
  await expectBooksBalance(payouts.server)
})

test('while the approval can be taken back nothing is released, and taking it back ends both proposals', async () => {
  const request = await newRequest()
  expect((await approve(halima, request)).status).toBe(200)
  const { id, payouts: paid } = await readAward(request)
  const payout = paid[0]?.id ?? ''
  await expectRefused(() => release(musa, payout), 'decision_not_final')
  const undone = await payouts.act(halima, `/applications/${request}/undo`, { expected_version: 2 })
  expect(undone).toMatchObject({ status: 200, body: { status: 'pending' } })
  const ended = await readAward(request)
  expect([ended.id, ended.state, lastOf(ended).state]).toEqual([id, 'cancelled', 'cancelled'])
  await expectRefused(() => release(musa, payout), 'already_decided')
  expect(await groupsOf(musa, request)).toEqual([])
  await expectBooksBalance(payouts.server)
})

test('an approval whose award cannot be proposed decides nothing', async () => {
  const request = await newRequest()
  const reviewer = await newAdministrator(payouts.server, 'rashida', ['reviewer'])
  const caller = await newAdministrator(payouts.server, 'chika', ['caller'])
  const refusals = [
    [{ ...AWARD, amount: 70_000, funds: [{ fund: 'school', amount: 70_000 }] }, 'invalid_input'],
    [{ ...AWARD, funds: [{ fund: 'general', amount: 20_000 }] }, 'fund_short'],
    [{ ...AWARD, payout: { kind: 'bank' } }, 'payee_not_usable'],
    [{ ...AWARD, payout: { kind: 'goods' } }, 'invalid_input'],
    [{ ...AWARD, payout: { kind: 'cash', payee: crypto.randomUUID() } }, 'invalid_input'],
  ] as const
  for (const [award, code] of refusals) await expectRefused(() => approve(reviewer, request, award), code)
  const rejected = { status: 'rejected', reason: 'No.', award: AWARD }
  await expectRefused(() => halima.call('PATCH', `/api/admin/applications/${request}`, rejected), 'invalid_input')
  await expectRefused(() => approve(caller, request), 'role_needed')
  const approved = await approve(reviewer, request)
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } })
  await expectRefused(() => approve(halima, request), 'already_decided')
  await expectBooksBalance(payouts.server)
})

test('what is proposed on a fund is told to the next who decides, until it lapses; the fund itself reserves nothing', async () => {
  await planned()
  const next = await newRequest()
  const Terms = z.object({ funds: z.array(z.looseObject({})) })
  const school = async () => Terms.parse((await musa.call('GET', `/api/admin/applications/${next}`)).body).funds[0]
  expect(await school()).toEqual({ fund: 'school', spendable: 59_000, promised: 0, proposed: 20_000 })
  expect(
    (await approve(musa, next, { ...AWARD, amount: 45_000, funds: [{ fund: 'school', amount: 45_000 }] })).status,
  ).toBe(200)
  expect(await school()).toMatchObject({ spendable: 59_000, proposed: 65_000 })
  payouts.server.clock.advance(hours(24 * 7))
  const [sani] = await payouts.administrators('sani')
  const { body } = (await sani?.call('GET', `/api/admin/applications/${next}`)) ?? {}
  expect(Terms.parse(body).funds[0]).toMatchObject({ proposed: 0 })
  await expectBooksBalance(payouts.server)
})

test('an approval that names an account which the applicant has changed since decides nothing', async () => {
  const request = await newRequest()
  const named = async () => {
    const { body } = await halima.call('GET', `/api/admin/applications/${request}`)
    return z.object({ receiving: z.object({ payee: z.object({ id: z.string() }) }) }).parse(body).receiving.payee.id
  }
  await nameAccount({ amina, request })
  const seen = await named()
  await amina.call('POST', `/api/applications/${request}/payee`, OTHER)
  const current = await named()
  expect(current).not.toBe(seen)
  const bank = (payee: string) => ({ ...AWARD, payout: { kind: 'bank', payee } })
  // The new account waits a day, so neither is paid.
  for (const payee of [seen, current])
    await expectRefused(() => approve(halima, request, bank(payee)), 'payee_not_usable')
  expect((await halima.call('GET', `/api/admin/applications/${request}`)).body).toMatchObject({ status: 'pending' })
  const { payout: _, ...later } = AWARD
  expect((await approve(halima, request, later)).status).toBe(200)
  expect(await readAward(request)).toMatchObject({ state: 'proposed', payouts: [] })
  await expectBooksBalance(payouts.server)
})

test('who releases sees the decision with its reason, and how many papers there are', async () => {
  const request = await newRequest()
  const body = { status: 'approved', reason: 'Seen at school.', award: AWARD, expected_version: 1 }
  await halima.call('PATCH', `/api/admin/applications/${request}`, body)
  const payout = lastOf(await readAward(request)).id
  const shown = async () => (await musa.call('GET', `/api/admin/payouts/${payout}`)).body
  const by = { user_id: halima.userId }
  expect(await shown()).toMatchObject({ papers: 0, decision: { by, reason: 'Seen at school.' } })
  await payouts.act(halima, `/applications/${request}/undo`, { expected_version: 2 })
  expect(await shown()).toMatchObject({ decision: null })
  await expectBooksBalance(payouts.server)
})

test('where three people decide, two grant the award before its payout is released', async () => {
  await setLimits(payouts.server.core.db, { threePeopleAbove: 1_000_000n, secondStepAbove: 1_000_000n })
  for (const who of [musa, ladi]) await payouts.passSecondStep(who)
  const { request, award, payout } = await planned()
  expect([await groupsOf(musa, request), await waitingFor(musa)]).toEqual([['mine'], ['award']])
  expect(award).toMatchObject({ signers: 3, may: { grant: true }, payouts: [{ may: { release: false } }] })
  await expectRefused(() => release(musa, payout), 'award_not_granted')
  const grant = (by: Administrator) => payouts.act(by, `/awards/${award.id}/grant`, { expected_state: 'proposed' })
  expect(awardIn(await grant(musa)).state).toBe('proposed')
  await expectRefused(() => release(ladi, payout), 'award_not_granted')
  expect(awardIn(await grant(ladi)).state).toBe('granted')
  expect(awardIn(await release(musa, payout))).toMatchObject({ payouts: [{ state: 'proposed' }] })
  expect(awardIn(await release(ladi, payout))).toMatchObject({ payouts: [{ state: 'released' }] })
  await expectBooksBalance(payouts.server)
})

test('the fund is asked again at the release: of two that it cannot both pay, one is refused and stays proposed', async () => {
  await setLimits(payouts.server.core.db, { secondStepAbove: 10_000_000n, threePeopleAbove: 10_000_000n })
  const [first, second] = [await planned(), await planned()]
  await payouts.granted(await payouts.approved(amina, halima), 30_000, [halima, musa])
  expect(awardIn(await release(musa, first.payout)).state).toBe('granted')
  await expectRefused(() => release(musa, second.payout), 'fund_short')
  expect(await groupsOf(musa, second.request)).toEqual(['mine'])
  await expectBooksBalance(payouts.server)
})

test('lapsed after a week, the request waits for an award again, and the next proposal ends the dead one', async () => {
  const { request, award, payout } = await planned()
  payouts.server.clock.advance(hours(24 * 7))
  const [sani, bala] = await payouts.administrators('sani', 'bala')
  if (!sani || !bala) throw new Error('two administrators')
  await expectRefused(() => release(sani, payout), 'proposal_lapsed')
  expect(await groupsOf(sani, request)).toEqual(['to_award'])
  const next = awardIn(await payouts.act(sani, `/applications/${request}/awards`, AWARD))
  expect(await groupsOf(bala, request)).toEqual(['mine'])
  await expectRefused(() => release(bala, payout), 'already_decided')
  expect(awardIn(await release(bala, lastOf(next).id)).state).toBe('granted')
  const { awards } = Awards.parse((await bala.call('GET', `/api/admin/applications/${request}/awards`)).body)
  expect(awards[1]).toMatchObject({
    id: award.id,
    state: 'cancelled',
    payouts: [{ id: payout, state: 'cancelled' }],
  })
  await expectBooksBalance(payouts.server)
})

test('a payout that is cancelled leaves the award to be granted; an award that is cancelled takes its payout with it', async () => {
  const [one, other] = [await planned(), await planned()]
  const cancel = (path: string) => payouts.act(ladi, `${path}/cancel`, { expected_state: 'proposed' })
  expect(awardIn(await cancel(`/payouts/${one.payout}`))).toMatchObject({ state: 'proposed', left: 0 })
  expect([await groupsOf(musa, one.request), await groupsOf(halima, one.request)]).toEqual([['mine'], ['grant']])
  const ended = awardIn(await cancel(`/awards/${other.award.id}`))
  expect([ended.state, lastOf(ended).state]).toEqual(['cancelled', 'cancelled'])
  expect(await payouts.balance('committed:school')).toBe(0n)
  const granted = await payouts.act(musa, `/awards/${one.award.id}/grant`, { expected_state: 'proposed' })
  expect(awardIn(granted)).toMatchObject({ state: 'granted', left: 20_000 })
  await expectBooksBalance(payouts.server)
})

test('the database releases nothing under an award that is not granted', async () => {
  const { payout } = await planned()
  const released = sql`update disbursements set state = 'released', released_by = ${musa.userId}::uuid, released_at = now(),
                              slip = '00000000', code_hash = '' where id = ${payout}::uuid`
  expect(await refusedByDatabase(released)).toBe('TK001')
  await expectBooksBalance(payouts.server)
})
