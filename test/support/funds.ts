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
