/** Disbursements: released by a second person, handed over with evidence, returned, lost, and confirmed by the recipient. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { addDocument, newPerson, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { newKey, type Answer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let amina: Person
let request: string
let award: AwardJson
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, halima)
  award = await payouts.granted(request, 40_000, [halima, musa])
})

const release = (by: Administrator, id: string) =>
  payouts.act(by, `/payouts/${id}/release`, { expected_state: 'proposed' })
const own = async () =>
  z
    .object({
      award: z.object({
        payouts: z.array(
          z.object({
            id: z.string(),
            state: z.string(),
            slip: z.object({ number: z.string(), code: z.string() }).nullable(),
          }),
        ),
      }),
    })
    .parse((await amina.call('GET', `/api/applications/${request}/award`)).body).award.payouts
const ownSlip = async () => (await own())[0]?.slip ?? { number: '', code: '' }
const confirm = (typed: object) => payouts.server.call('POST', '/api/confirmations', typed)
const drawn = (by: Administrator, holder: Administrator, amount: number, direction = 'drawn') =>
  payouts.act(by, '/cash', { holder: holder.userId, direction, amount, on: '2026-01-15' })

test('a payment from the bank: proposed, released, handed over with evidence, and confirmed by its recipient', async () => {
  const proposed = lastOf(awardIn(await payouts.disburse(halima, award.id, 25_000)))
  expect(proposed).toMatchObject({ state: 'proposed', may: { release: false, cancel: true } })
  // The applicant sees nothing of what may never come.
  expect(await own()).toEqual([])
  await expectRefused(() => release(halima, proposed.id), 'second_administrator_needed')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000).then((answer) => answer), 'already_decided')
  expect(lastOf(awardIn(await release(musa, proposed.id)))).toMatchObject({
    state: 'released',
    may: { hand_over: true },
  })
  expect(await own()).toMatchObject([{ state: 'released', slip: { code: expect.stringMatching(/^\d{6}$/) } }])

  const later = new Date(payouts.server.clock.now().getTime() + hours(24)).toISOString().slice(0, 10)
  await expectRefused(() => payouts.handOver(musa, proposed.id, 24_999), 'invalid_input')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000, { on: later }), 'invalid_input')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000, { on: '2026-01-01' }), 'invalid_input')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000, { evidence: [] }), 'invalid_input')
  const strangers = await amina.addDocument('slip.pdf')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000, { evidence: [strangers] }), 'invalid_input')
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000, { holder: ladi.userId }), 'invalid_input')

  const sent = awardIn(await payouts.handOver(musa, proposed.id, 25_000))
  expect(sent).toMatchObject({
    left: 15_000,
    payouts: [{ state: 'sent', evidence: [{ name: expect.any(String) }] }],
  })
  const balances = () =>
    Promise.all(['committed:school', 'disbursed:school', 'paid_out', 'bank'].map((account) => payouts.balance(account)))
  expect(await balances()).toEqual([1_500_000n, 2_500_000n, -2_500_000n, 2_500_000n])
  await expectRefused(() => payouts.handOver(musa, proposed.id, 25_000), 'already_decided')
  expect(await refusedByDatabase(sql`update disbursements set sent_on = '2020-01-01'`)).toBe('TK001')

  const answer = (who: Person, said: string) =>
    who.call('POST', `/api/payouts/${proposed.id}/confirmation`, { answer: said })
  await expectRefused(async () => answer(await newPerson(payouts.server, 'bello'), 'all'), 'not_found')
  expect((await answer(amina, 'all')).body).toMatchObject({ state: 'confirmed', answer: 'all', slip: null })
  const again = await payouts.everything()
  expect((await answer(amina, 'all')).status).toBe(200)
  expect(await payouts.everything()).toEqual(again)
  const mails = (await readMails(payouts.server)).filter(({ recipient }) => recipient === amina.email)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects.slice(-3)).toEqual([
    'News about your request',
    'You can receive what we granted you',
    'Did you receive it?',
  ])
})

test('at most the award is paid out, and the last kobo closes it', async () => {
  await payouts.released(award.id, 30_000, [halima, musa])
  await expectRefused(() => payouts.disburse(halima, award.id, 10_001), 'award_exceeded')
  const over = sql`insert into disbursements (id, award_id, kind, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
                   values (gen_random_uuid(), ${award.id}, 'cash', 1000001, ${halima.userId}, now(), '', '')`
  expect(await refusedByDatabase(over)).toBe('TK005')
  await expectRefused(
    () => payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' }),
    'payout_open',
  )
  const rest = await payouts.released(award.id, 10_000, [halima, musa], {
    kind: 'goods',
    item: '2 bags of rice, 25 kg each',
  })
  await expectRefused(() => payouts.disburse(halima, award.id, 1000, { kind: 'goods' }), 'invalid_input')
  const [first] = await own()
  // One receipt for both.
  const evidence = [await addDocument(payouts.server, halima.userId, 'receipt.pdf')]
  for (const [id, amount] of [
    [first?.id ?? '', 30_000],
    [rest, 10_000],
  ] as const) {
    awardIn(await payouts.handOver(halima, id, amount, { evidence }))
    expect((await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'all' })).status).toBe(200)
  }
  const view = (await musa.call('GET', `/api/admin/applications/${request}/awards`)).body
  const paper = { evidence: [{ name: 'receipt.pdf' }] }
  expect(view).toMatchObject({
    awards: [{ state: 'closed', left: 0, payouts: [paper, paper] }],
    may_propose: true,
  })
})

test('cash comes from its holder, whose float another person records', async () => {
  const id = await payouts.released(award.id, 5000, [halima, musa], { kind: 'cash' })
  const hand = () => payouts.handOver(musa, id, 5000, { holder: ladi.userId })
  await expectRefused(() => payouts.handOver(musa, id, 5000), 'invalid_input')
  await payouts.act(musa, '/cash', { holder: amina.userId, direction: 'drawn', amount: 1, on: '2026-01-15' })
  await expectRefused(() => drawn(ladi, ladi, 6000), 'second_administrator_needed')
  await expectRefused(() => drawn(musa, ladi, 6000, 'paid_in'), 'cash_short')
  const longAgo = { holder: ladi.userId, direction: 'drawn', amount: 1, on: '0000-01-01' }
  await expectRefused(() => payouts.act(musa, '/cash', longAgo), 'invalid_input')
  expect((await hand()).body).toMatchObject({ code: 'cash_short' })
  expect((await drawn(musa, ladi, 6000)).body).toMatchObject({ amount: 6000, holder: { user_id: ladi.userId } })
  expect(lastOf(awardIn(await hand()))).toMatchObject({ state: 'sent', holder: { user_id: ladi.userId } })
  await expectRefused(() => drawn(musa, ladi, 1001, 'paid_in'), 'cash_short')
  // Two people who saw the same holder record the same draw: it is booked once.
  const draw = { holder: ladi.userId, direction: 'drawn', amount: 500, expected_held: 1000, on: '2026-01-15' }
  expect((await payouts.act(musa, '/cash', draw)).body).toMatchObject({ amount: 1500 })
  await expectRefused(() => payouts.act(halima, '/cash', draw), 'already_decided')
  expect((await drawn(musa, ladi, 500, 'paid_in')).body).toMatchObject({ amount: 1000 })
  expect((await drawn(musa, ladi, 1000, 'paid_in')).body).toMatchObject({ amount: 0 })
  expect(await payouts.balance('bank')).toBe(500_000n)
  expect(await payouts.balance('paid_out')).toBe(-500_000n)
})

test('what comes back is promised again, and what is lost is written off by two people', async () => {
  const id = await payouts.released(award.id, 25_000, [halima, musa])
  awardIn(await payouts.handOver(musa, id, 25_000))
  const back = (amount: number, expected = 'disputed') =>
    payouts.act(musa, `/payouts/${id}/returned`, { expected_state: expected, amount, on: '2026-01-15' })
  const lose = (by: Administrator) =>
    payouts.act(by, `/payouts/${id}/lost`, { expected_state: 'disputed', reason: 'The carrier was robbed.' })
  expect((await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'part' })).body).toMatchObject({
    state: 'disputed',
  })
  await expectRefused(() => payouts.disburse(halima, award.id, 1000), 'award_paused')
  await expectRefused(() => back(25_001), 'award_exceeded')
  await expectRefused(() => back(1000, 'sent'), 'already_decided')
  expect(awardIn(await back(10_000))).toMatchObject({
    left: 25_000,
    payouts: [{ state: 'disputed', returned: 10_000 }],
  })
  // Refuses a repeat, and a second person who saw the balance of before.
  await expectRefused(() => back(10_000), 'already_decided')
  expect(await payouts.balance('paid_out')).toBe(-1_500_000n)
  const writeOff = lastOf(awardIn(await lose(halima))).write_off?.id ?? ''
  await expectRefused(() => lose(musa), 'already_proposed')
  expect((await payouts.act(musa, `/decisions/${writeOff}/confirmation`)).status).toBe(200)
  expect(
    await Promise.all(
      ['committed:school', 'disbursed:school', 'lost:school', 'paid_out'].map((name) => payouts.balance(name)),
    ),
  ).toEqual([2_500_000n, 0n, 1_500_000n, -1_500_000n])
  const told = (await readMails(payouts.server)).filter(({ recipient }) => recipient === amina.email)
  expect(told.at(-1)).toMatchObject({ subject: 'Something that we sent you was lost' })
  // A return after the award has ended goes on to the fund.
  const next = await payouts.released(award.id, 5000, [halima, musa])
  awardIn(await payouts.handOver(musa, next, 5000))
  awardIn(await payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' }))
  const returned = { expected_state: 'sent', amount: 5000, on: '2026-01-15' }
  expect(lastOf(awardIn(await payouts.act(musa, `/payouts/${next}/returned`, returned))).state).toBe('returned')
  expect(await payouts.balance('committed:school')).toBe(0n)
  expect(await payouts.figures()).toMatchObject({ funds_raised: 60_000 })
})

test('the code of the slip confirms at a counter: five tries, 30 days, and a wrong code is answered like an unknown slip', async () => {
  const id = await payouts.released(award.id, 5000, [halima, musa])
  const { number, code } = await ownSlip()
  const wrong = code === '000000' ? '000001' : '000000'
  const typed = { slip: number, code, answer: 'all' }
  for (const slip of ['', '\0', 'a b', 'ZZZZZZZZZZZZ'])
    expect((await confirm({ ...typed, slip })).body).toMatchObject({ code: 'code_not_accepted' })
  // Not before it is handed over.
  const unknown = await confirm({ ...typed, slip: 'ZZZZZZZZ' })
  const told = ({ status, body }: Answer) => [status, { ...body, request_id: null }]
  expect(told(unknown)).toMatchObject([403, { code: 'code_not_accepted' }])
  expect(told(await confirm(typed))).toEqual(told(unknown))
  awardIn(await payouts.handOver(musa, id, 5000))
  for (const _ of [1, 2, 3, 4]) expect(told(await confirm({ ...typed, code: wrong }))).toEqual(told(unknown))
  const spoken = { ...typed, slip: `${number.slice(0, 4).toLowerCase()}–${number.slice(4)}`, answer: 'part' }
  expect((await confirm(spoken)).body).toMatchObject({ slip: number, answer: 'part' })
  expect(await own()).toMatchObject([{ state: 'disputed' }])
  expect(told(await confirm({ ...typed, code: wrong }))).toEqual(told(unknown))
  expect(told(await confirm(typed))).toEqual(told(unknown))

  const next = await payouts.granted(await payouts.approved(amina, halima), 5000, [halima, musa])
  const late = await payouts.released(next.id, 5000, [halima, musa])
  awardIn(await payouts.handOver(musa, late, 5000))
  const slip = await halima.call('GET', `/api/admin/payouts/${late}/slip`)
  expect(slip.body).toMatchObject({ full_name: 'Amina Yusuf', amount: 5000, code: null })
  const lateSlip = (await ladi.call('GET', `/api/admin/payouts/${late}/slip`)).body
  expect(lateSlip['code']).toMatch(/^\d{6}$/)
  const stored = sql`select code_hash::text as hash from disbursements where id = ${late}`
  expect((await onlyRow(payouts.server.core.db, stored, z.object({ hash: z.string() }))).hash).not.toContain(
    lateSlip['code'],
  )
  payouts.server.clock.advance(hours(24 * 30))
  expect(told(await confirm({ slip: lateSlip['slip'], code: lateSlip['code'], answer: 'all' }))).toEqual(told(unknown))
})

test('who proposed or released cannot record the answer, and no one pays out to themselves', async () => {
  const id = await payouts.released(award.id, 5000, [halima, musa])
  awardIn(await payouts.handOver(halima, id, 5000))
  const record = (by: Administrator) => payouts.act(by, `/payouts/${id}/confirmation`, { answer: 'all', how: 'call' })
  await expectRefused(() => record(halima), 'second_administrator_needed')
  await expectRefused(() => record(musa), 'second_administrator_needed')
  const forged = (by: Administrator) =>
    sql`insert into confirmations (id, disbursement_id, answer, how, recorded_by, created_at)
        values (gen_random_uuid(), ${id}, 'all', 'call', ${by.userId}, now())`
  expect(await refusedByDatabase(forged(musa))).toBe('TK001')
  expect((await record(ladi)).body).toEqual({ id, state: 'confirmed' })
  const shown = await ladi.call('GET', `/api/admin/applications/${request}/awards`)
  expect(shown.body).toMatchObject({
    awards: [
      {
        payouts: [{ state: 'confirmed', confirmations: [{ how: 'call', recorded_by: { user_id: ladi.userId } }] }],
      },
    ],
  })
  expect((await ladi.call('GET', '/api/admin/payouts')).body).toMatchObject({
    items: [{ group: 'ended' }, { group: 'plan', applicant: 'Amina Yusuf', award: { id: award.id } }],
  })
})

test('one person releases at most ₦2,000,000 in 24 hours, also in releases at once', async () => {
  await payouts.fill(6_000_000)
  const femi = await newAdministrator(payouts.server, 'femi')
  const wanted: string[] = []
  for (const place of [1, 2, 3]) {
    const person = await newPerson(payouts.server, `person-${place}`)
    const asked = await payouts.approved(person, halima, { amount_requested: 900_000 })
    const { id } = awardIn(await payouts.propose(halima, asked, 900_000))
    for (const by of [musa, ladi]) {
      await payouts.passSecondStep(by)
      await payouts.act(by, `/awards/${id}/grant`, { expected_state: 'proposed' })
    }
    const payment = lastOf(awardIn(await payouts.disburse(halima, id, 900_000)))
    // Three people for the release as well: the first approval counts against the limit of its giver.
    const first = [musa, musa, femi][place - 1] ?? femi
    await payouts.passSecondStep(first)
    expect(lastOf(awardIn(await release(first, payment.id))).state).toBe('proposed')
    wanted.push(payment.id)
  }
  const answers = await Promise.all(wanted.map((id) => release(ladi, id)))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '409'])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'limit_exceeded' })
})

test('a repeated proposal finds the same disbursement', async () => {
  const key = newKey()
  const send = (amount: number) =>
    halima.call('POST', `/api/admin/awards/${award.id}/payouts`, { kind: 'manual_bank', amount }, key)
  awardIn(await send(1000))
  expect(awardIn(await send(1000)).payouts).toHaveLength(1)
  await expectRefused(() => send(2000), 'idempotency_key_reused')
})

/** Makes the answers older, as time does. */
const earlier = (by: string) =>
  payouts.server.core.db.execute(
    sql.raw(`do $$ begin
      set local session_replication_role = replica;
      update disbursements set ended_at = ended_at - interval '${by}';
    end $$`),
  )

test('the answer that all of it came can be taken back for a day, also once it closed the award', async () => {
  const id = await payouts.released(award.id, 40_000, [halima, musa])
  await payouts.handOver(musa, id, 40_000)
  const answer = async (said: string) =>
    (await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: said })).body
  const until = new Date(payouts.server.clock.now().getTime() + hours(24)).toISOString()
  expect(await answer('all')).toMatchObject({ state: 'confirmed', changeable_until: until })
  await earlier('23 hours 59 minutes')
  expect(await answer('none')).toMatchObject({ state: 'disputed', answer: 'none', changeable_until: null })
  const listed = await halima.call('GET', '/api/admin/payouts')
  expect(JSON.stringify(listed.body)).toContain(id)
  // Back to all of it: its day begins anew.
  expect(await answer('all')).toMatchObject({ state: 'confirmed' })
  await earlier('24 hours')
  await expectRefused(
    () => amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'part' }),
    'already_confirmed',
  )
  const late = sql`insert into confirmations (id, disbursement_id, answer, how, created_at)
                   values (gen_random_uuid(), ${id}, 'none', 'self', ${payouts.server.clock.now().toISOString()}::timestamptz)`
  expect(await refusedByDatabase(late)).toBe('TK001')
})
