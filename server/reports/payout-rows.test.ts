/** Rows of paying out that were changed so that every sum stays right: the nightly check names both. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newPerson } from '../../test/support/asking.ts'
import { forge } from '../../test/support/forging.ts'
import { usePayouts } from '../../test/support/paying-out.ts'

const payouts = usePayouts()

const forged = (...changes: SQL[]) => forge(payouts.server, changes)

test('naira moved from one award or payment to another is found', async () => {
  const staff = await payouts.administrators('halima', 'musa')
  const [halima] = staff
  if (!halima) throw new Error('an administrator')
  await payouts.fill(60_000)
  const ids: { award: string; payment: string }[] = []
  for (const name of ['amina', 'bisi']) {
    const request = await payouts.approved(await newPerson(payouts.server, name), halima)
    const { id: award } = await payouts.granted(request, 5_000, staff)
    const payment = await payouts.released(award, 3_000, staff)
    expect((await payouts.handOver(halima, payment, 3_000)).status).toBe(200)
    ids.push({ award, payment })
  }
  const [first, second] = ids
  if (!first || !second) throw new Error('two awards')
  const move = (table: string, column: string, id: string, by: number) =>
    sql`update ${sql.identifier(table)} set amount = amount + ${by} where ${sql.identifier(column)} = ${id}::uuid`
  expect(
    await forged(
      move('award_funds', 'award_id', first.award, 100),
      move('award_funds', 'award_id', second.award, -100),
    ),
  ).toEqual([`award_funds ${first.award}:school: amount`, `award_funds ${second.award}:school: amount`].sort())
  expect(
    await forged(
      move('disbursement_funds', 'disbursement_id', first.payment, 100),
      move('disbursement_funds', 'disbursement_id', second.payment, -100),
    ),
  ).toEqual([first.payment, second.payment].sort().map((payment) => `disbursement_funds ${payment}:school: amount`))
})
