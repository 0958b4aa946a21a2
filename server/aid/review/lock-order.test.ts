/** A decision and its undo lock the profile before the request, as a person does who changes their own profile: none ends as a deadlock. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { raceBetween } from '../../../test/support/race-behind-lock.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'

const payouts = usePayouts()

const AWARD = {
  amount: 20_000,
  funds: [{ fund: 'school', amount: 20_000 }],
  payout: { kind: 'cash' },
}

test('an approval that proposes an award, and its undo, wait for a change of the profile without a deadlock', async () => {
  const { server } = payouts
  const halima = await newAdministrator(server, 'halima')
  await payouts.fill(100_000)
  const amina = await newPerson(server)
  const id = z.uuid().parse((await amina.ask(REQUEST)).body['id'])
  const whileProfileChanges = <Outcome>(act: () => Promise<Outcome>) =>
    raceBetween(
      server.core,
      [sql`select from profiles where user_id = ${amina.userId} for update`],
      sql`select from aid_applications where id = ${id} for update`,
      act,
    )
  const approved = await whileProfileChanges(() =>
    halima.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved', identity_checked: true, award: AWARD }),
  )
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } })
  const undone = await whileProfileChanges(() =>
    halima.call('POST', `/api/admin/applications/${id}/undo`, { expected_version: approved.body['version'] }),
  )
  expect(undone).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect(server.logged()).not.toMatch(/deadlock/)
  await expectBooksBalance(server)
})
