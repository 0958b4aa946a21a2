/** A top-up that needs review is decided by others than its owner and their household, and is no short wait for who closes the account. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { useWallets, type Person } from '../../../test/support/wallet.ts'

const wallets = useWallets()
let halima: Administrator
let musa: Administrator
let ada: Person
let reference: string
beforeEach(async () => {
  halima = await newAdministrator(wallets.server, 'halima')
  musa = await newAdministrator(wallets.server, 'musa')
  ada = await wallets.person()
  ;({ reference } = await ada.begin(2000))
  await wallets.server.control('/switches', { reference, amountPaid: 50_000 })
  await wallets.pay(reference)
  await wallets.verify(reference)
})

const propose = (by: Pick<Administrator, 'call'>, action = 'settle') =>
  by.call('POST', '/api/admin/books/decisions', { payment: reference, action, reason: 'The payer wrote to us.' })
const confirm = (by: Pick<Administrator, 'call'>, id: string) =>
  by.call('POST', `/api/admin/decisions/${id}/confirmation`)
const OWN = { status: 409, body: { code: 'wallet_decision_refused', detail: expect.stringContaining('your own') } }

test('no one proposes, confirms or withdraws a decision about their own top-up, or that of their household', async () => {
  const owner = sql`(select user_id from wallets join wallet_transactions on wallet_id = wallets.id limit 1)`
  await wallets.server.core.db.execute(
    sql`update profiles set role = 'admin', staff_roles = '{administrator}' where user_id = ${owner}`,
  )
  const shown = async (by: Pick<Administrator, 'call'>) =>
    (await by.call('GET', '/api/admin/books')).body['payments_for_review']
  for (const action of ['settle', 'return']) expect(await propose(ada, action)).toMatchObject(OWN)
  expect(await shown(ada)).toMatchObject([{ reference, actions: [], proposal: null }])
  expect(await shown(halima)).toMatchObject([{ reference, actions: ['settle', 'return'] }])

  const id = String((await propose(halima)).body['id'])
  expect((await ada.call('GET', '/api/admin/decisions')).body['items']).toEqual([])
  expect(await shown(ada)).toMatchObject([{ proposal: { id, may_confirm: false, may_withdraw: false } }])
  expect(await confirm(ada, id)).toMatchObject(OWN)
  expect(await ada.call('POST', `/api/admin/decisions/${id}/withdrawal`)).toMatchObject(OWN)
  const home = crypto.randomUUID()
  await wallets.server.core.db.execute(
    sql`insert into household_members (user_id, household_id) values (${owner}, ${home}), (${musa.userId}, ${home})`,
  )
  expect(await confirm(musa, id)).toMatchObject(OWN)
  expect([await ada.balance(), await wallets.balanceOf('suspense')]).toEqual([0, 50_000n])
  const rita = await newAdministrator(wallets.server, 'rita')
  expect((await confirm(rita, id)).status).toBe(200)
  expect([await ada.balance(), await wallets.balanceOf('suspense')]).toEqual([500, 0n])
})

test('who closes the account reads that people decide first, not that it takes 72 hours', async () => {
  expect(await ada.close()).toMatchObject({
    body: {
      code: 'account_not_empty',
      detail:
        'A top-up of ₦2,000.00 did not come as it was started, and two of our staff decide about it first. Write to us if that takes long.',
    },
  })
  await confirm(musa, String((await propose(halima, 'return')).body['id']))
  expect((await ada.close()).status).toBe(200)
})
