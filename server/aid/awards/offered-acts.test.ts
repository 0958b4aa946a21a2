/** Acts offered for payouts and awards: none that the server refuses to everyone in that state. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { answerAbout } from '../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, promiseToAccount, type Promised } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
let all: Promised
beforeEach(async () => {
  all = await promiseToAccount(payouts)
})

const propose = async () =>
  lastOf(awardIn(await payouts.disburse(all.halima, all.award.id, 1_000, { kind: 'bank' }))).id
async function failed() {
  await payouts.server.control('/switches', { transfers: { outcome: 'failed' } })
  const id = await propose()
  awardIn(await payouts.act(all.musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3)])
    await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  return id
}
async function replaceAccount() {
  const another = { ...HERS, account_number: '8030000005' }
  expect((await all.amina.call('POST', `/api/applications/${all.request}/payee`, another)).status).toBe(200)
}
async function askForCash() {
  expect((await all.amina.call('POST', `/api/applications/${all.request}/payee/cash`, {})).status).toBe(200)
}
const review = () =>
  payouts.server.core.db.execute(sql`update payout_attempts set review_reason = 'it was paid after it had failed'`)
async function read() {
  const { body } = await all.musa.call('GET', `/api/admin/applications/${all.request}/awards`)
  const [award] = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(body).awards
  if (!award) throw new Error('the award is there')
  const { may, payee } = lastOf(award)
  return { award: award.may, moved: award.moved, payout: may, givenUp: payee?.given_up, toCheck: payee?.to_check }
}

test.each([
  ['named another account', replaceAccount],
  ['asked for cash', askForCash],
])('a transfer is neither released nor sent again once its owner %s', async (_what, change) => {
  const failedOne = await failed()
  expect((await read()).payout).toMatchObject({ retry: true })
  const id = await propose()
  expect(await waitingFor(all.musa)).toHaveLength(1)
  expect(await read()).toMatchObject({ givenUp: false, payout: { release: true } })
  await change()
  const release = () => payouts.act(all.musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
  await payouts.expectRefused(release, 'payee_not_usable')
  expect(await read()).toMatchObject({ givenUp: true, payout: { release: false, cancel: true } })
  expect(await waitingFor(all.musa)).toEqual([])
  expect((await all.musa.call('GET', '/api/admin/payouts?view=mine')).body['items']).toEqual([])
  awardIn(await payouts.act(all.musa, `/payouts/${id}/cancel`, { expected_state: 'proposed' }))
  const again = () => payouts.act(all.musa, `/payouts/${failedOne}/retry`, { expected_state: 'failed' })
  await payouts.expectRefused(again, 'payee_not_usable')
  const { body } = await all.musa.call('GET', '/api/admin/payouts?view=needs_person')
  expect(body).toMatchObject({ items: [{ id: failedOne, payout: { may: { retry: false, cancel: true } } }] })
  await expectBooksBalance(payouts.server)
})

test('a transfer is neither released nor sent again while its account waits for a comparison of names', async () => {
  const { halima, musa } = all
  const failedOne = await failed()
  const offered = async () => {
    const view = async (name: string) => (await musa.call('GET', `/api/admin/payouts?view=${name}`)).body['items']
    return { mine: await view('mine'), failed: await view('needs_person'), decisions: (await waitingFor(musa)).length }
  }
  const id = await propose()
  expect(await read()).toMatchObject({ payout: { release: true } })
  const other = await newPerson(payouts.server, 'amina-two')
  const theirs = await payouts.approved(other, halima)
  payouts.server.clock.advance(seconds(1))
  expect((await other.call('POST', `/api/applications/${theirs}/payee`, HERS)).status).toBe(200)
  const release = () => payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
  await payouts.expectRefused(release, 'payee_not_usable')
  expect(await read()).toMatchObject({ toCheck: true, payout: { release: false, cancel: true } })
  const kept = { id: failedOne, payout: { may: { retry: false, cancel: true } } }
  expect(await offered()).toMatchObject({ mine: [], failed: [kept], decisions: 0 })
  const [payee] = await rows(
    payouts.server.core.db,
    sql`select id::text from payees where application_id = ${all.request}::uuid`,
    z.object({ id: z.string() }),
  )
  await payouts.act(musa, `/payees/${payee?.id}/check`)
  expect((await answerAbout(payouts.server, halima, payee?.id ?? '')).status).toBe(200)
  expect(await read()).toMatchObject({ toCheck: false, payout: { release: true } })
  expect(await offered()).toMatchObject({ mine: [{}], failed: [{ payout: { may: { retry: true } } }], decisions: 1 })
  awardIn(await release())
  await expectBooksBalance(payouts.server)
})

/** Moves a request, as a claim does. */
async function moveRequest(userId: string) {
  const now = payouts.server.clock.now().toISOString()
  await payouts.server.core.db.execute(
    sql`update aid_applications set user_id = ${userId}::uuid, changed_by = ${all.halima.userId}::uuid, changed_at = ${now}::timestamptz,
               beneficiary_id = (select id from profiles where profiles.user_id = ${userId}::uuid) where id = ${all.request}::uuid`,
  )
}

test('nothing more is offered to be paid from an award whose request belongs to another account since', async () => {
  const { halima, musa, award } = all
  await payouts.released(award.id, 5_000, [halima, musa], { kind: 'cash' })
  expect((await read()).award).toMatchObject({ disburse: true })
  payouts.server.clock.advance(minutes(1))
  await moveRequest((await newPerson(payouts.server, 'bisi')).userId)
  const propose = () => payouts.disburse(halima, award.id, 1_000, { kind: 'cash' })
  await payouts.expectRefused(propose, 'award_not_granted')
  expect(await read()).toMatchObject({
    moved: true,
    award: { disburse: false, cancel: false },
    payout: { cancel: true },
  })
  await expectBooksBalance(payouts.server)
})

test('an award is not cancelled while it is not settled what became of a transfer', async () => {
  const id = await failed()
  expect((await read()).award).toMatchObject({ cancel: true })
  await review()
  const cancel = () => payouts.act(all.musa, `/awards/${all.award.id}/cancel`, { expected_state: 'granted' })
  await payouts.expectRefused(cancel, 'payout_open')
  expect(await read()).toMatchObject({
    award: { cancel: false },
    payout: { cancel: false, retry: false, recheck: true },
  })
  awardIn(await payouts.act(all.musa, `/payouts/${id}/recheck`))
  await expectBooksBalance(payouts.server)
})
