/** Staff who share a bank account with an applicant cannot decide on their request: the database refuses each step. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator, type Administrator } from '../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../test/support/paying-out.ts'
import { promiseToAmina, nameAccount } from '../../test/support/promised.ts'
import { expectBooksBalance } from '../../test/support/server.ts'
import { hours } from '../lib/clock.ts'
import { onlyRow } from '../lib/db/db.ts'

const payouts = usePayouts()
const { refusedByDatabase } = payouts

/** The second administrator named the applicant's account for a request of their own, which was replaced since. */
async function makeRelative(request: string, { userId }: Administrator): Promise<void> {
  await payouts.server.core.db.execute(
    sql`insert into payees (id, kind, application_id, bank_code, bank_name, account_hmac, account_ending, match, shared, recipient_code,
                            usable_from, proposed_by, created_at, replaced_at)
        select gen_random_uuid(), 'applicant', application_id, bank_code, bank_name, account_hmac, account_ending, match, shared,
               recipient_code, usable_from, ${userId}::uuid, created_at, now()
          from payees where application_id = ${request}::uuid`,
  )
}

test('no answer is recorded by the recipient, a relative or someone of the household, and the list of calls leaves it out', async () => {
  const { halima, musa, amina, request, award } = await promiseToAmina(payouts)
  await nameAccount({ amina, request })
  const [ladi, sani, hauwa] = await payouts.administrators('ladi', 'sani', 'hauwa')
  if (!ladi || !sani || !hauwa) throw new Error('five administrators')
  const id = await payouts.released(award.id, 1_000, [halima, musa])
  expect((await payouts.handOver(halima, id, 1_000)).status).toBe(200)
  await makeRelative(request, sani)
  const profileOf = (userId: string) =>
    onlyRow(
      payouts.server.core.db,
      sql`select id::text from profiles where user_id = ${userId}::uuid`,
      z.object({ id: z.string() }),
    )
  const [person, other] = [await profileOf(amina.userId), await profileOf(hauwa.userId)]
  const linked = await ladi.call('POST', `/api/admin/beneficiaries/${person.id}/links`, {
    other: other.id,
    link: 'same_household',
  })
  expect(linked.status).toBe(200)

  const now = sql`${payouts.server.clock.now().toISOString()}::timestamptz`
  const record = ({ userId }: { userId: string }) =>
    refusedByDatabase(
      sql`insert into confirmations (id, disbursement_id, answer, how, recorded_by, created_at)
          values (gen_random_uuid(), ${id}::uuid, 'all', 'call', ${userId}::uuid, ${now})`,
    )
  for (const who of [amina, sani, hauwa, halima, musa]) expect(await record(who)).toBe('TK001')
  const answer = (who: Administrator) =>
    payouts.act(who, `/disbursements/${id}/confirmation`, { answer: 'all', how: 'call' })
  await payouts.expectRefused(() => answer(sani), 'own_request')
  await payouts.expectRefused(() => answer(hauwa), 'own_request')
  await payouts.server.pass(hours(24 * 8))
  const calls = async (name: string) => {
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string() })) })
      .parse((await (await signInAdministrator(payouts.server, name)).call('GET', '/api/admin/calls')).body)
    return items.map((item) => item.id)
  }
  expect([await calls('sani'), await calls('hauwa'), await calls('ladi')]).toEqual([[], [], [id]])
  expect((await answer(await signInAdministrator(payouts.server, 'ladi'))).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('no award, payment or account of a relative passes the database, and those of others do', async () => {
  const { halima, musa, amina, request, award } = await promiseToAmina(payouts)
  await nameAccount({ amina, request })
  const [ladi, sani] = await payouts.administrators('ladi', 'sani')
  if (!ladi || !sani) throw new Error('four administrators')
  await makeRelative(request, sani)
  const now = sql`${payouts.server.clock.now().toISOString()}::timestamptz`
  const by = sql`${sani.userId}::uuid`
  const refuses = async (statement: SQL) => expect(await refusedByDatabase(statement)).toBe('TK001')

  await refuses(
    sql`update payees set confirmed_by = ${by}, confirmed_at = ${now} where proposed_by = ${amina.userId}::uuid`,
  )
  await refuses(
    sql`insert into disbursements (id, award_id, kind, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
        values (gen_random_uuid(), ${award.id}::uuid, 'cash', 100, ${by}, ${now}, '', '')`,
  )
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 1_000)))
  await refuses(
    sql`update disbursements set state = 'released', released_by = ${by}, released_at = ${now}, slip = '00000000', code_hash = ''`,
  )
  awardIn(await payouts.act(musa, `/disbursements/${id}/release`, { expected_state: 'proposed' }))
  await refuses(sql`update disbursements set state = 'sent', sent_by = ${by}, sent_at = ${now}, sent_on = '2026-01-15'`)
  expect((await payouts.handOver(halima, id, 1_000)).status).toBe(200)
  awardIn(await payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' }))

  await refuses(
    sql`insert into awards (id, application_id, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
        values (gen_random_uuid(), ${request}::uuid, 100, ${by}, ${now}, '', '')`,
  )
  const second = awardIn(await payouts.propose(halima, request, 2_000))
  await refuses(
    sql`update awards set state = 'granted', granted_by = ${by}, granted_at = ${now} where id = ${second.id}::uuid`,
  )
  awardIn(await payouts.act(ladi, `/awards/${second.id}/grant`, { expected_state: 'proposed' }))
  await expectBooksBalance(payouts.server)
})
