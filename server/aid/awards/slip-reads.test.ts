/** Those through whose hands a payment goes never answer for its recipient, and an answer with a code that staff had read names them. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAmina } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
const now = () => sql`${payouts.server.clock.now().toISOString()}::timestamptz`
const Slip = z.object({ slip: z.string(), code: z.string().nullable() })

const readSlip = async (by: Administrator, id: string) =>
  Slip.parse((await by.call('GET', `/api/admin/payouts/${id}/slip`)).body)

/** A released payment in cash. Ladi and Sani hold cash too. */
async function release() {
  const { halima, musa, amina, request, award } = await promiseToAmina(payouts)
  const [ladi, sani, hauwa] = await payouts.administrators('ladi', 'sani', 'hauwa')
  if (!ladi || !sani || !hauwa) throw new Error('five administrators')
  for (const { userId } of [ladi, sani])
    await payouts.act(musa, '/cash', { holder: userId, direction: 'drawn', amount: 10_000, on: '2026-01-15' })
  const id = await payouts.released(award.id, 10_000, [halima, musa], { kind: 'cash' })
  const shown = async () => {
    const { body } = await hauwa.call('GET', `/api/admin/applications/${request}/awards`)
    return lastOf(
      awardIn({
        status: 200,
        headers: new Headers(),
        body: z.object({ awards: z.array(z.looseObject({})) }).parse(body).awards[0] ?? {},
      }),
    )
  }
  const record = (by: Administrator) =>
    payouts.act(by, `/payouts/${id}/confirmation`, { answer: 'all', how: 'witnessed' })
  return { halima, musa, ladi, sani, hauwa, amina, id, shown, record }
}

const insertAnswer = (id: string, how: string, by: Administrator | null) =>
  sql`insert into confirmations (id, disbursement_id, answer, how, recorded_by, created_at)
      values (gen_random_uuid(), ${id}, 'all', ${how}, ${by?.userId ?? null}, ${now()})`
const insertRead = (id: string, { userId }: Administrator) =>
  sql`insert into slip_reads (disbursement_id, read_by, read_at) values (${id}, ${userId}, ${now()})`

test('who proposed, released or handed it over, or holds its cash, sees no code and records no answer', async () => {
  const { halima, musa, ladi, sani, hauwa, id, record, shown } = await release()
  awardIn(await payouts.handOver(ladi, id, 10_000, { holder: sani.userId }))
  for (const who of [halima, musa, ladi, sani]) {
    await expectRefused(() => record(who), 'second_administrator_needed')
    expect(await refusedByDatabase(insertAnswer(id, 'witnessed', who))).toBe('TK001')
    expect((await readSlip(who, id)).code).toBe(null)
    expect(await refusedByDatabase(insertRead(id, who))).toBe('TK001')
  }
  expect((await shown()).may.confirm).toBe(true)
  expect((await record(hauwa)).body).toMatchObject({ state: 'confirmed' })
  expect((await shown()).confirmations).toMatchObject([{ how: 'witnessed', code_read_by: [] }])
  await expectBooksBalance(payouts.server)
})

test('who has read the code hands nothing over, and an answer with it is with staff and names them', async () => {
  const { ladi, sani, hauwa, id, shown } = await release()
  expect((await readSlip(ladi, id)).code).toMatch(/^\d{6}$/)
  await expectRefused(() => payouts.handOver(ladi, id, 10_000, { holder: sani.userId }), 'second_administrator_needed')
  await expectRefused(() => payouts.handOver(sani, id, 10_000, { holder: ladi.userId }), 'invalid_input')
  const told = (by: Administrator, holder: Administrator) =>
    sql`update disbursements set state = 'sent', sent_by = ${by.userId}, holder = ${holder.userId}, sent_at = ${now()},
               sent_on = '2026-01-15' where id = ${id}::uuid`
  expect(await refusedByDatabase(told(ladi, sani))).toBe('TK001')
  expect(await refusedByDatabase(told(sani, ladi))).toBe('TK001')
  expect(await refusedByDatabase(sql`delete from slip_reads`)).toBe('TK001')
  awardIn(await payouts.handOver(sani, id, 10_000, { holder: sani.userId }))
  const slip = await readSlip(hauwa, id)
  expect(await refusedByDatabase(insertAnswer(id, 'counter', null))).toBe('TK001')
  const answered = await payouts.server.call('POST', '/api/confirmations', { ...slip, answer: 'all' })
  expect(answered.status).toBe(200)
  expect((await shown()).confirmations).toMatchObject([
    { how: 'assisted', recorded_by: null, code_read_by: [{ user_id: ladi.userId }, { user_id: hauwa.userId }] },
  ])
  await expectBooksBalance(payouts.server)
})

test('an answer with a code that only the recipient has read is theirs', async () => {
  const { sani, amina, id, shown } = await release()
  awardIn(await payouts.handOver(sani, id, 10_000, { holder: sani.userId }))
  const { body } = await amina.call('GET', '/api/applications')
  const [asked] = z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(body).items
  const own = await amina.call('GET', `/api/applications/${String(asked?.id)}/award`)
  const Own = z.object({
    award: z.object({ payouts: z.array(z.object({ slip: z.object({ number: z.string(), code: z.string() }) })) }),
  })
  const [paid] = Own.parse(own.body).award.payouts
  const typed = { slip: paid?.slip.number, code: paid?.slip.code, answer: 'all' }
  expect((await payouts.server.call('POST', '/api/confirmations', typed)).status).toBe(200)
  expect(await refusedByDatabase(insertAnswer(id, 'assisted', null))).toBe('TK001')
  expect((await shown()).confirmations).toMatchObject([{ how: 'counter', code_read_by: [] }])
  await expectBooksBalance(payouts.server)
})
