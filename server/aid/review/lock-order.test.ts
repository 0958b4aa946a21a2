/** A decision and its undo lock the profile before the request, as a person does who changes their own profile: none ends as a deadlock. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { raceBehindLock, raceBetween, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'

const payouts = usePayouts()

const CORRECTION = { description: 'The fees of both terms.', amount_requested: 40_000, location: 'Kano' }
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

test.each([
  ['staff ask for papers', 201],
  ['its applicant corrects it', 200],
])('an approval that marks who the person is, while %s, ends without a deadlock', async (act, accepted) => {
  const { server } = payouts
  const [halima, musa] = [await newAdministrator(server, 'halima'), await newAdministrator(server, 'musa')]
  const amina = await newPerson(server)
  const id = z.uuid().parse((await amina.ask(REQUEST)).body['id'])
  const approval = { status: 'approved', identity_checked: true, expected_version: 1 }
  const correction = { ...CORRECTION, expected_corrections: 0 }
  const answers = await raceBehindLock(
    server.database,
    // The approval holds the profile then, and not yet the request.
    (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
    () =>
      Promise.all([
        halima.call('PATCH', `/api/admin/applications/${id}`, approval),
        act.startsWith('staff')
          ? musa.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The letter.' })
          : amina.call('POST', `/api/applications/${id}/correction`, correction),
      ]),
    2,
  )
  expect(answers.map(({ status }) => status)).toEqual([409, accepted])
  expect(server.logged()).not.toMatch(/deadlock/)
})

test('two changes that assign requests to one person at once wait for each other without a deadlock', async () => {
  const { server } = payouts
  const [halima, musa] = [await newAdministrator(server, 'halima'), await newAdministrator(server, 'musa')]
  const amina = await newPerson(server)
  const [first, second] = [await amina.askLater(), await amina.askLater()].toSorted()
  const seen = { expected_version: 1 }
  const rows = [
    { id: first, ...seen },
    { id: second, ...seen },
  ]
  const change = { kind: 'assign', to: musa.userId }
  const answers = await raceBehindLock(
    server.database,
    // The change of both holds the first one then, and the single one the second.
    (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
    async () => {
      const both = halima.call('POST', '/api/admin/queue/changes', { dry_run: false, rows, change })
      await someoneWaits(server.database.urgent, 1)
      const single = { to: musa.userId, ...seen }
      return Promise.all([both, musa.call('POST', `/api/admin/applications/${second}/assignment`, single)])
    },
    2,
  )
  expect(answers.map(({ status, body }) => [status, body['changed']])).toEqual([
    [200, 2],
    [409, undefined],
  ])
  expect(server.logged()).not.toMatch(/deadlock/)
})
