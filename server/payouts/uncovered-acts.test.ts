/** Acts that no one on the team may do are named with the role that is missing. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../test/support/administering.ts'
import { REQUEST } from '../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../test/support/paying-out.ts'
import { expectBooksBalance, newKey } from '../../test/support/server.ts'
import { checkUncoveredActs } from '../doctor/runtime.ts'

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
  const roles = (who: Administrator, role: string) =>
    payouts.server.core.db.execute(
      sql`update profiles set staff_roles = array[${role}] where user_id = ${who.userId}::uuid`,
    )
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
  awardIn(await payouts.act(ladi, `/disbursements/${payment}/release`, RELEASE))
  await roles(musa, 'reviewer')
  await roles(ladi, 'reviewer')
  expect(await uncovered(halima, request)).toEqual(['hand_over'])
  await expectBooksBalance(payouts.server)
})
