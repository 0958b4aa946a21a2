/** The list of payouts: the query in its address, its filters and its rows. */
import { PAYOUT_KINDS, PAYOUT_VIEWS, type PayoutView } from '../../../../contract/aid/payout-fields.ts'
import type { Duty } from '../../../../contract/platform/staff-roles.ts'
import type { CallReply } from '../../../api/client.ts'
import { kinds, payouts as words } from '#words/aid/admin-payouts.ts'
import { choice, PERIOD, type ListFilter } from '../../desk/lists/list-toolbar.tsx'
import { searchOf } from '../../desk/lists/period.ts'
import { listOf } from '../../desk/queries.ts'

/** A row: a request without an award, an award that waits itself, or a payout. */
export type PayoutRow = CallReply<'GET /api/admin/payouts'>['items'][number]

export const FILTERS: readonly ListFilter[] = [choice('kind', words.kind, kinds), ...PERIOD]

/** Values that cannot be read are left out. */
export function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const kind = PAYOUT_KINDS.find((known) => known === given.get('kind'))
  const view = PAYOUT_VIEWS.find((known) => known === given.get('view'))
  return { ...(kind && { kind }), ...(view && { view }), ...searchOf(given) }
}

/** The query of an address; without a view, the first one that the reader works in. */
export function queryIn(address: string, may: (duty: Duty) => boolean) {
  const query = queryOf(address)
  return { ...query, view: query.view ?? startOf(may) }
}

export const startOf = (may: (duty: Duty) => boolean): PayoutView => (may('handle_money') ? 'mine' : 'to_award')

/** @param query as `queryOf` reads it, with its view */
export const payoutsOf = (query: ReturnType<typeof queryOf> & { view: PayoutView }) =>
  listOf('GET /api/admin/payouts', (page) => ({ query: { ...query, ...page } }))
