/** Two people who name one bank account are both checked: at once, one after the other, and after the first has closed their account with us. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, nameAccount, promiseToAccount, promiseToAmina } from '../../../test/support/promised.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { answerAbout } from '../../../test/support/administering.ts'

const payouts = usePayouts()
const RELEASE = { expected_state: 'proposed' }
const name = (person: Person, request: string) => person.call('POST', `/api/applications/${request}/payee`, HERS)
const needsCheck = async (person: Person, request: string) => {
  const { body } = await person.call('GET', `/api/applications/${request}/payee`)
  return z.object({ payee: z.object({ needs_check: z.boolean() }) }).parse(body).payee.needs_check
}

/** Someone of the same name as Amina asks, and their request is approved. */
async function newAmina(address: string, by: Parameters<typeof payouts.approved>[1]) {
  const person = await newPerson(payouts.server, address)
  return { person, request: await payouts.approved(person, by) }
}

test('two who name the same account at once both wait for two people', async () => {
  const { halima, amina, request } = await promiseToAmina(payouts)
  const other = await newAmina('amina-two', halima)
  const answers = await Promise.all([nameAccount({ amina, request }), name(other.person, other.request)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect([await needsCheck(amina, request), await needsCheck(other.person, other.request)]).toEqual([true, true])
})

test('a payment to an account that someone else names meanwhile waits for two people', async () => {
  const { halima, musa, amina, request, award } = await promiseToAccount(payouts)
  expect(await needsCheck(amina, request)).toBe(false)
  const payment = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
  const other = await newAmina('amina-two', halima)
  expect((await name(other.person, other.request)).body).toMatchObject({ needs_check: true })
  expect(await needsCheck(amina, request)).toBe(true)
  const release = () => payouts.act(musa, `/payouts/${payment.id}/release`, RELEASE)
  await payouts.expectRefused(release, 'payee_not_usable')
  const payee = sql`select id::text from payees where application_id = ${request}::uuid`
  const { id } = await onlyRow(payouts.server.core.db, payee, z.object({ id: z.string() }))
  const listed = z.object({ items: z.array(z.looseObject({ id: z.string() })) })
  const items = listed.parse((await musa.call('GET', '/api/admin/payees')).body).items
  expect(items.find((each) => each.id === id)).toMatchObject({ changes: [{ what: 'shared' }] })
  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  expect((await payouts.act(halima, `/payees/${id}/check`)).status).toBe(200)
  expect((await answerAbout(payouts.server, ladi, id)).status).toBe(200)
  expect(lastOf(awardIn(await release())).state).toBe('sending')
  await expectBooksBalance(payouts.server)
})

test('a comparison of two people is begun again where someone else has named the account since the first one', async () => {
  const { halima, musa, amina, request } = await promiseToAmina(payouts)
  const other = await newAmina('amina-two', halima)
  await name(other.person, other.request)
  expect((await nameAccount({ amina, request })).body).toMatchObject({ needs_check: true })
  const payee = sql`select id::text from payees where application_id = ${request}::uuid`
  const { id } = await onlyRow(payouts.server.core.db, payee, z.object({ id: z.string() }))
  expect((await payouts.act(halima, `/payees/${id}/check`)).status).toBe(200)
  payouts.server.clock.advance(seconds(1))
  const third = await newAmina('amina-three', halima)
  await name(third.person, third.request)
  expect(await waitingFor(musa)).toEqual([])
  await payouts.expectRefused(() => answerAbout(payouts.server, musa, id), 'proposal_lapsed')
  expect(await needsCheck(amina, request)).toBe(true)
  expect((await answerAbout(payouts.server, musa, id, 'withdrawal')).status).toBe(200)
  expect((await payouts.act(halima, `/payees/${id}/check`)).status).toBe(200)
  expect((await answerAbout(payouts.server, musa, id)).status).toBe(200)
  expect(await needsCheck(amina, request)).toBe(false)
})

test('a request leaves its owner once both have named one account, whoever was first', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  const [first, second] = [await newPerson(payouts.server), await newPerson(payouts.server, 'amina-two')]
  const give = async (request: string) => {
    const given = await payouts.act(musa, `/applications/${request}/assignment`, {
      to: halima.userId,
      expected_version: 1,
    })
    expect(given.body).toMatchObject({ owner: { user_id: halima.userId } })
  }
  const owner = async (request: string) => (await musa.call('GET', `/api/admin/applications/${request}`)).body['owner']
  const [earlier, later] = [await first.askLater(), await second.askLater()]
  await give(earlier)
  await give(later)
  expect((await name(first, earlier)).status).toBe(200)
  const own = z
    .looseObject({ id: z.string() })
    .parse((await halima.call('POST', '/api/applications', REQUEST, newKey())).body)
  const receiver = { name: 'Amina Yusuf', relation: 'parent' }
  const named = await halima.call('POST', `/api/applications/${own.id}/payee`, { ...HERS, receiver })
  expect([named.status, await owner(earlier), await owner(later)]).toEqual([
    200,
    null,
    { user_id: halima.userId, full_name: 'Halima Musa' },
  ])
  expect((await name(second, later)).status).toBe(200)
  expect(await owner(later)).toBeNull()
  const left = sql`select subject_id, actor_id::text from audit_events
    where action = 'application.assigned' and actor_kind = 'applicant' and after = '{"assigned_to": null}' order by created_at, id`
  expect(await rows(payouts.server.core.db, left, z.unknown())).toEqual([
    { subject_id: earlier, actor_id: halima.userId },
    { subject_id: later, actor_id: second.userId },
  ])
})

test('an account that was paid is recognised after its owner has closed their account with us', async () => {
  const { halima, musa, amina, award } = await promiseToAccount(payouts)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, RELEASE))
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const kept = sql`select account_encrypted is null and resolved_name is null as gone, account_hmac is not null as known from payees`
  const Kept = z.object({ gone: z.boolean(), known: z.boolean() })
  expect(await onlyRow(payouts.server.core.db, kept, Kept)).toEqual({ gone: true, known: true })
  const back = await newAmina('amina-two', halima)
  expect((await name(back.person, back.request)).body).toMatchObject({ needs_check: true })
  const { body } = await halima.call('GET', `/api/admin/applications/${back.request}/awards`)
  expect(body['earlier']).toMatchObject([{ of: 'same_account', applicant: '', amount: expect.any(Number) }])
  await expectBooksBalance(payouts.server)
})

test('a payment to an account names the account for its second person, and warns where people must look at it', async () => {
  const { halima, musa, award } = await promiseToAccount(payouts)
  awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' }))
  const [decision] = await waitingFor(musa)
  const factsOf = async () => {
    const { body } = await musa.call('GET', `/api/admin/decisions/${decision}`)
    return z.looseObject({ facts: z.array(z.unknown()) }).parse(body).facts
  }
  const account = { name: 'account', before: null, after: expect.stringMatching(/^[A-Z ]+, .+, …\d{4}$/) }
  expect(await factsOf()).toEqual(expect.arrayContaining([account]))
  const warned = (after: string) => expect.arrayContaining([{ name: 'account_warnings', before: null, after }])
  expect(await factsOf()).not.toEqual(warned(expect.any(String)))
  // A guard refuses the change, which stands for an account that was entered so.
  await payouts.server.core.db.execute(sql`do $$ begin
    set local session_replication_role = replica;
    update payees set match = 'look', shared = true;
  end $$`)
  expect(await factsOf()).toEqual(warned('look, shared'))
  await expectBooksBalance(payouts.server)
})
