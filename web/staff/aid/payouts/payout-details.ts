/** The details of a payout, which its page and the sheet of its release share. */
import type { CallReply } from '../../../api/client.ts'

const KEY = 'GET /api/admin/payouts/:id'

export type PayoutDetails = CallReply<typeof KEY>

/** Shown again, they are no second look. */
export function detailsOf(id: string) {
  const params = { id }
  return [KEY, { params, query: {} }, { again: { params, query: { purpose: 'again' } } }] as const
}
