/** What every kind of proposal promises: two administrators, both of them administrators when it is confirmed, and within its time. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PROPOSAL_DAYS } from '../../../contract/platform/admin-fields.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newKey } from '../../../test/support/server.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { freezeWallet, useWallets, type Person } from '../../../test/support/wallet.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { onlyRow } from '../../platform/db/db.ts'

const wallets = useWallets()
let halima: Administrator
let musa: Administrator
let amina: Person
beforeEach(async () => {
  halima = await newAdministrator(wallets.server, 'halima')
  musa = await newAdministrator(wallets.server, 'musa')
  amina = await wallets.person()
})

interface Kind {
  readonly path: string
  /** What a proposal about a new subject says. */
  readonly body: () => Promise<object>
  /** Where a confirmation would be seen. */
  readonly state: () => Promise<unknown>
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a decision about a payment': {
    path: '/api/admin/books/decisions',
    body: async () => {
      const gift = { amount: 1500, donation_type: 'school' }
      const { body } = await wallets.server.call('POST', '/api/donations', gift, newKey())
      const reference = String(body['reference'])
      await wallets.server.control('/switches', { reference, amountPaid: 100_000 })
      await wallets.pay(reference)
      expect(await wallets.verify(reference)).toBe('needs_review')
      return { payment: reference, action: 'settle', reason: 'The donor wrote to us.' }
    },
    state: async () => [await wallets.balanceOf('suspense'), (await wallets.server.call('GET', '/api/stats')).body],
  },
  'a decision about a frozen wallet': {
    path: '/api/admin/books/wallet-decisions',
    body: async () => {
      const wallet = await freezeWallet(wallets, amina)
      return { wallet, action: 'cover', reason: 'The fund for losses has paid it.' }
    },
    state: async () => [await wallets.balanceOf('loss'), await wallets.balanceOf('bank')],
  },
  'a change of role': {
    path: '/api/admin/role-changes',
    body: async () => ({ email: amina.email, roles: ['administrator'], reason: 'She joins the reviewers.' }),
    state: async () => (await amina.call('GET', '/api/profile')).body['role'],
  },
}

const setRole = (who: Administrator, role: string) =>
  sql`update profiles set role = ${role} where user_id = ${who.userId}::uuid`
const run = (query: ReturnType<typeof sql>) => wallets.server.core.db.execute(query)
const states = async () =>
  (
    await onlyRow(
      wallets.server.core.db,
      sql`select coalesce(array_agg(state order by proposed_at, id), '{}') as states from proposals`,
      z.object({ states: z.array(z.string()) }),
    )
  ).states

describe.each(Object.entries(KINDS))('%s', (_name, { path, body, state }) => {
  const propose = async (by: Administrator, proposed: object) => {
    const answer = await by.call('POST', path, proposed)
    expect(answer.status).toBe(201)
    return z.uuid().parse(answer.body['id'])
  }
  const answer = (by: Administrator, id: string, which: string) => by.call('POST', `${path}/${id}/${which}`)

  /** Confirming is refused with this code, and changes and records nothing. */
  async function expectRefused(by: Administrator, id: string, status: number, code: string) {
    const before = [await state(), await readAudit(wallets.server), await states()]
    expect((await answer(by, id, 'confirmation')).body).toMatchObject({ status, code })
    expect([await state(), await readAudit(wallets.server), await states()]).toEqual(before)
  }

  test('is not confirmed by its proposer', async () => {
    await expectRefused(halima, await propose(halima, await body()), 403, 'second_administrator_needed')
  })

  test('is not confirmed once its proposer lost the role, and can then be proposed again', async () => {
    const proposed = await body()
    const id = await propose(halima, proposed)
    await run(setRole(halima, 'beneficiary'))
    await expectRefused(musa, id, 409, 'proposal_lapsed')
    await propose(musa, proposed)
    expect(await states()).toEqual(['lapsed', 'proposed'])
    await expectRefused(musa, id, 404, 'not_found')
  })

  test('is not confirmed while its proposer is losing the role', async () => {
    const id = await propose(halima, await body())
    const before = await state()
    const refused = await raceBehindLock(
      wallets.server.database,
      (tx) => tx.execute(setRole(halima, 'beneficiary')),
      () => answer(musa, id, 'confirmation'),
    )
    expect(refused.body).toMatchObject({ status: 409, code: 'proposal_lapsed' })
    expect(await state()).toEqual(before)
  })

  test('expires, and can then be proposed again', async () => {
    const proposed = await body()
    const id = await propose(halima, proposed)
    wallets.server.clock.advance(hours(24 * PROPOSAL_DAYS) - minutes(1))
    // The sessions of the others have ended meanwhile.
    const sani = await newAdministrator(wallets.server, 'sani')
    const ladi = await newAdministrator(wallets.server, 'ladi')
    expect((await sani.call('POST', path, proposed)).body).toMatchObject({ status: 409, code: 'already_proposed' })
    wallets.server.clock.advance(minutes(1))
    expect((await answer(sani, id, 'confirmation')).body).toMatchObject({ status: 409, code: 'proposal_lapsed' })
    const again = await propose(ladi, proposed)
    expect((await answer(sani, again, 'confirmation')).status).toBe(200)
    expect(await states()).toEqual(['lapsed', 'confirmed'])
  })

  test('is not confirmed once it was withdrawn', async () => {
    const id = await propose(halima, await body())
    expect((await answer(musa, id, 'withdrawal')).status).toBe(200)
    await expectRefused(musa, id, 404, 'not_found')
    expect((await answer(musa, id, 'withdrawal')).body).toMatchObject({ status: 404 })
  })

  test('is confirmed once by another administrator, and stays as it was made and decided', async () => {
    const before = await state()
    const id = await propose(halima, await body())
    const refused = async (query: ReturnType<typeof sql>) =>
      codeOf(
        await run(query).then(
          () => undefined,
          (fault: unknown) => fault,
        ),
      )
    const confirmedBy = (who: Administrator) =>
      sql`update proposals set state = 'confirmed', decided_by = ${who.userId}, decided_at = now()`
    expect(await refused(confirmedBy(halima))).toBe('23514')
    expect(await refused(sql`update proposals set proposed_by = ${musa.userId}`)).toBe('TK001')
    expect((await answer(musa, id, 'confirmation')).status).toBe(200)
    expect(await state()).not.toEqual(before)
    expect(await refused(sql`update proposals set decided_by = ${amina.userId}`)).toBe('TK001')
    expect(await refused(sql`delete from proposals`)).toBe('TK001')
    expect(await refused(sql`truncate proposals cascade`)).toBe('TK001')
  })
})
