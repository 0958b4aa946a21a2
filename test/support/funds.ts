/** A seventh fund, opened and changed by two people as in life. */
import { expect } from 'vitest'
import { z } from 'zod'
import type { Administrator } from './administering.ts'
import type { Payouts } from './paying-out.ts'

/** @param more what differs */
export const newFund = (more: object = {}) => ({
  key: 'water',
  new: true,
  title: 'Clean Water',
  purpose: 'Digs and repairs wells.',
  icon: 'globe',
  place: 7,
  kinds: ['other'],
  for_critical: false,
  pays_for: [{ from: 1_000, pays: 'water for a family for a week' }],
  open: true,
  reason: 'The board agreed.',
  ...more,
})

const Proposed = z.looseObject({ proposal: z.looseObject({ id: z.string() }) })

/** One proposes a fund, and the other confirms it. @returns the proposal's id */
export async function setFund(payouts: Payouts, [by, another]: readonly Administrator[], fund: object) {
  if (!by || !another) throw new Error('setFund: two administrators')
  const proposed = await payouts.act(by, '/funds', fund)
  expect([proposed.status, proposed.body]).toEqual([201, expect.anything()])
  const { id } = Proposed.parse(proposed.body).proposal
  await payouts.passSecondStep(another)
  expect((await payouts.act(another, `/decisions/${id}/confirmation`)).body).toMatchObject({ state: 'confirmed' })
  return id
}

/** One proposes to move all that is left of a closed fund, and the other confirms it. @returns the amount, in naira */
export async function moveFund(
  payouts: Payouts,
  [by, another]: readonly Administrator[],
  source: string,
  target: string,
) {
  if (!by || !another) throw new Error('moveFund: two administrators')
  const amount = await leftOf(by, source)
  const proposed = await payouts.act(by, '/fund-moves', { source, target, amount, reason: 'The board agreed.' })
  expect([proposed.status, proposed.body]).toEqual([201, expect.anything()])
  const { id } = Proposed.parse(proposed.body).proposal
  await payouts.passSecondStep(another)
  expect((await payouts.act(another, `/decisions/${id}/confirmation`)).body).toMatchObject({ state: 'confirmed' })
  return amount
}

const Closed = z.looseObject({ closed: z.array(z.looseObject({ fund: z.string(), left: z.number() })) })

/** The rest of a closed fund, in naira. */
export async function leftOf(who: Administrator, fund: string): Promise<number> {
  const { closed } = Closed.parse((await who.call('GET', '/api/admin/fund-moves')).body)
  return closed.find((each) => each.fund === fund)?.left ?? 0
}

/** Water, closed with a gift in it. @returns the proposal to move what is left of it */
export async function closedFund(payouts: Payouts, staff: readonly Administrator[]) {
  await setFund(payouts, staff, newFund())
  await payouts.fill(20_000, 'water')
  await setFund(payouts, staff, newFund({ new: false, open: false }))
  const [by] = staff
  return { source: 'water', target: 'food', amount: by ? await leftOf(by, 'water') : 0, reason: 'The board agreed.' }
}
