/** Gifts that are counted towards payments, and what their receipts say, over the API. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { readReceiptProof } from '../../contract/proof/receipt.ts'
import { disbursements } from '../../server/aid/awards/schema.ts'
import { after, hours } from '../../server/platform/clock.ts'
import { makeCheckpoint } from '../../server/proof/log/checkpoints.ts'
import { allocateGifts } from '../../server/proof/log/lots.ts'
import { insertPaidHouseholds } from './paid-households.ts'
import { usePayouts } from './paying-out.ts'

const Trail = z.strictObject({
  size: z.number(),
  waiting: z.number(),
  counted: z.number(),
  given_back: z.number(),
  ahead: z.number().nullable(),
  follows: z.string().nullable(),
  logged: z.boolean(),
  shares: z.array(
    z.strictObject({
      period: z.string(),
      kind: z.string(),
      band: z.string(),
      payments: z.number(),
      confirmed: z.number(),
    }),
  ),
  undescribed: z.boolean(),
  newer: z.strictObject({ counted: z.number(), given_back: z.number() }).nullable(),
})

export function useCountedGifts() {
  const payouts = usePayouts()
  /** A paid gift. @returns its receipt code */
  async function give(amount: number, fund = 'school'): Promise<string> {
    const gift = await payouts.start(amount, fund)
    await payouts.pay(gift.reference)
    expect(await payouts.verify(gift)).toBe('success')
    return gift.receipt
  }

  /** Days pass: gifts get into the log and take their turns. */
  async function later(): Promise<void> {
    payouts.server.clock.advance(hours(49))
    await makeCheckpoint(payouts.server.core)
    await allocateGifts(payouts.server.core)
    await makeCheckpoint(payouts.server.core)
  }

  /** Two administrators. Those who act through the API sign in anew after an hour. */
  async function staff() {
    const number = crypto.randomUUID().slice(0, 8)
    const [first, second] = await payouts.administrators(`halima${number}`, `musa${number}`)
    if (!first || !second) throw new Error('two administrators')
    return [first, second] as const
  }

  /** Pays out of the school fund to new households, the same amount to each. @returns the ids of the payments */
  async function payHouseholds(many: number, amount: number): Promise<string[]> {
    const now = payouts.server.clock.now()
    const paid = {
      fund: 'school',
      kind: 'schoolfees',
      amount: BigInt(amount * 100),
      granted: now,
      handed: now,
    } as const
    const households = Array.from({ length: many }, () => ({ ...paid, userId: crypto.randomUUID() }))
    return insertPaidHouseholds(payouts.server, await staff(), households)
  }

  async function giveBackPayments(ids: readonly string[], amount: number): Promise<void> {
    const [first] = await staff()
    const on = after(payouts.server.clock.now(), hours(1)).toISOString().slice(0, 10)
    for (const id of ids) {
      const [before] = await payouts.server.core.db
        .select({ returned: disbursements.returned })
        .from(disbursements)
        .where(eq(disbursements.id, id))
      const expected = { expected_state: 'sent', expected_returned: Number(before?.returned ?? 0n) / 100 }
      expect((await payouts.act(first, `/payouts/${id}/returned`, { ...expected, amount, on })).status).toBe(200)
    }
  }

  async function refund(reference: string, amount: number): Promise<void> {
    await payouts.server.control('/refund', { reference, amount: amount * 100, outcome: 'processed' })
    for (let each = 0; each < 6; each += 1)
      await payouts.server.pass(hours(1), /^(payouts|payments|settlements|bank|matching|sandbox|log)/)
  }

  const signedTrail = async (code: string) =>
    Trail.parse((await payouts.server.call('GET', `/api/receipts/${code}/trail`)).body)
  /** With the checkpoint of now. */
  async function trail(code: string) {
    await makeCheckpoint(payouts.server.core)
    return signedTrail(code)
  }

  async function proofOf(code: string) {
    const { status, body } = await payouts.server.call('GET', `/api/receipts/${code}/proof`)
    expect(status).toBe(200)
    return readReceiptProof(body)
  }
  return { payouts, give, later, payHouseholds, giveBackPayments, refund, signedTrail, trail, proofOf }
}
