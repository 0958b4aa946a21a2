/** Acts that no one on the team may do are named with the role that is missing. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS } from '../../../test/support/promised.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { checkUncoveredActs } from '../../operator/doctor/runtime.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { answerAbout } from '../../../test/support/administering.ts'

const payouts = usePayouts()
const RELEASE = { expected_state: 'proposed' }
const ENTRY = {
  ...REQUEST,
  channel: 'walk_in',
  location: null,
  consent: true,
  privacy_version: '2026-11-22',
  person: { is: 'new', full_name: 'Ladi Bello', phone: '08031112222', address: 'Kano' },
}

const uncovered = async (by: Administrator, request: string) =>
  (await by.call('GET', `/api/admin/applications/${request}`)).body['uncovered']
const roles = (who: Administrator, role: string) =>
  payouts.server.core.db.execute(
    sql`update profiles set staff_roles = array[${role}] where user_id = ${who.userId}::uuid`,
  )
const doctorSays = async () =>
  (await checkUncoveredActs(payouts.server.core)).map(({ says }) =>
    says.replace(/^No one may act: (.*?)\. .*role (.*)\.$/, '$1: $2'),
  )

test('what nobody on the team may do is named with its role, on the page and by the doctor', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  await payouts.fill(60_000)
  const entered = await halima.call('POST', '/api/admin/applications', ENTRY, newKey())
  const request = z.uuid().parse(entered.body['id'])
  expect([await uncovered(musa, request), await doctorSays()]).toEqual([[], []])
  await roles(musa, 'finance')
  expect(await uncovered(halima, request)).toEqual(['decide'])
  expect(await doctorSays()).toEqual(['a request waits for a decision: administrator or reviewer'])
  await roles(musa, 'administrator')
  expect((await musa.call('PATCH', `/api/admin/applications/${request}`, { status: 'approved' })).status).toBe(200)
  const { id } = awardIn(await payouts.propose(musa, request, 20_000))
  expect(await uncovered(halima, request)).toEqual(['grant'])
  expect(await doctorSays()).toEqual(['an award waits to be granted: administrator or finance'])
  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  expect([await uncovered(halima, request), await doctorSays()]).toEqual([[], []])
  awardIn(await payouts.act(ladi, `/awards/${id}/grant`, RELEASE))
  const { id: payment } = lastOf(awardIn(await payouts.disburse(musa, id, 5_000, { kind: 'voucher', item: 'Rice' })))
  await roles(ladi, 'reviewer')
  expect(await uncovered(halima, request)).toEqual(['release'])
  await roles(ladi, 'finance')
  awardIn(await payouts.act(ladi, `/payouts/${payment}/release`, RELEASE))
  await roles(musa, 'reviewer')
  await roles(ladi, 'reviewer')
  expect(await uncovered(halima, request)).toEqual(['hand_over'])
  await expectBooksBalance(payouts.server)
})

test('an account that waits for its check is named as well: first who checks it, then who confirms', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  const amina = await newPerson(payouts.server)
  const request = await payouts.approved(amina, halima)
  // Her mother receives it for her, so two people look at the account.
  const receiver = { name: 'Amina Hauwa Yusuf', relation: 'parent' }
  const named = await amina.call('POST', `/api/applications/${request}/payee`, { ...HERS, receiver })
  expect([named.status, named.body]).toEqual([200, expect.objectContaining({ needs_check: true })])
  const { id } = await onlyRow(payouts.server.core.db, sql`select id::text from payees`, z.object({ id: z.string() }))
  const account = async () => (await doctorSays()).filter((what) => what.includes('account'))
  const who = 'administrator or reviewer or finance'
  expect(await account()).toEqual([])
  await roles(halima, 'caller')
  await roles(musa, 'caller')
  expect(await account()).toEqual([`a bank account waits to be checked: ${who}`])
  await roles(halima, 'administrator')
  expect(await uncovered(halima, request)).not.toContain('check_account')
  expect((await payouts.act(halima, `/payees/${id}/check`)).status).toBe(200)
  // The checker of an account does not confirm it.
  expect(await uncovered(halima, request)).toContain('confirm_account')
  expect(await account()).toEqual(['the check of a bank account waits to be confirmed: administrator or finance'])
  await roles(musa, 'finance')
  expect(await account()).toEqual([])
  expect((await answerAbout(payouts.server, musa, id)).status).toBe(200)
  await roles(musa, 'reviewer')
  expect(await account()).toEqual([])
})
