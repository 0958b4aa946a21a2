/** Decisions that a member of staff finds waiting for them. */
import { z } from 'zod'
import type { Administrator } from './administering.ts'

const Waiting = z.object({ items: z.array(z.looseObject({ id: z.string() })) })

/** @returns their ids */
export async function waitingFor(by: Pick<Administrator, 'call'>): Promise<string[]> {
  const { items } = Waiting.parse((await by.call('GET', '/api/admin/decisions?group=waiting')).body)
  return items.map(({ id }) => id)
}
