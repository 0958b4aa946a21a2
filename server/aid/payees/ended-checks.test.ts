/** A comparison of an account that was begun, and whose account needs none any more: no one is asked for it, and it can be withdrawn. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerAbout, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { HERS } from '../../../test/support/promised.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
const Rows = z.object({ items: z.array(z.looseObject({ id: z.string(), subject: z.string().optional() })) })
const waiting = async (by: Administrator) =>
  Rows.parse((await by.call('GET', '/api/admin/decisions?group=waiting&kind=payee')).body).items.length
const listed = async (by: Administrator) =>
  Rows.parse((await by.call('GET', '/api/admin/payees')).body).items.map(({ id }) => id)

interface Ending {
  readonly amina: Person
  readonly musa: Administrator
  readonly request: string
}

test.each<[string, (ending: Ending) => Promise<{ status: number }>]>([
  [
    'its owner named another one',
    ({ amina, request }) =>
      amina.call('POST', `/api/applications/${request}/payee`, { ...HERS, account_number: '0123456795' }),
  ],
  [
    'its owner closed the account with us',
    ({ amina }) => amina.call('POST', '/api/account/closure', { password: PASSWORD }),
  ],
  [
    'someone checked who its owner is',
    async ({ amina, musa }) => {
      const profile = sql`select id::text from profiles where user_id = ${amina.userId}::uuid`
      const { id } = await onlyRow(payouts.server.core.db, profile, z.object({ id: z.string() }))
      return musa.call('PATCH', `/api/admin/beneficiaries/${id}`, { is_approved: true })
    },
  ],
])('is asked of no one once %s', async (_how, end) => {
  const [halima, musa, ladi] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!halima || !musa || !ladi) throw new Error('three administrators')
  const amina = await newPerson(payouts.server)
  const request = z.uuid().parse((await amina.ask()).body['id'])
  expect((await amina.call('POST', `/api/applications/${request}/payee`, HERS)).status).toBe(200)
  const [account = ''] = await listed(halima)
  expect((await payouts.act(halima, `/payees/${account}/check`)).status).toBe(200)
  expect([await waiting(musa), await waiting(ladi)]).toEqual([1, 1])
  expect((await end({ amina, musa, request })).status).toBe(200)
  expect([await waiting(musa), await waiting(ladi)]).toEqual([0, 0])
  expect(await listed(ladi)).not.toContain(account)
  await payouts.expectRefused(() => answerAbout(payouts.server, ladi, account), 'already_decided')
  await payouts.expectRefused(() => payouts.act(ladi, `/payees/${account}/check`), 'already_decided')
  expect((await answerAbout(payouts.server, halima, account, 'withdrawal')).status).toBe(200)
})
