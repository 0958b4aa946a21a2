/** The payouts before and after this one in the view that the reader came from. */
import { useLocation, useNavigate } from '../../../lib/router.tsx'
import { isRecord } from '../../../api/is-record.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useEndpointList } from '../../desk/queries.ts'
import { payoutAddress } from './payouts-nav.tsx'
import { payoutsOf, queryIn, type PayoutRow } from './payouts-query.ts'

/** @returns opens the next one to release, in place of this one, or the view where none is left */
export function usePayoutNeighbours(id: string): () => void {
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const { may } = useAdministration()
  const from = isRecord(state) && typeof state.from === 'string' ? state.from : ''
  const query = queryIn(from.split('?')[1] ?? '', may)
  const { view } = useEndpointList(payoutsOf(query), { isKept: true, isEnabled: from !== '' })
  const rows = view.is === 'there' ? view.value.items.filter(({ payout }) => payout) : []
  const at = rows.findIndex((row) => row.id === id)
  const open = (row: PayoutRow | undefined) =>
    row && void navigate(payoutAddress(row.id), { replace: true, state: { from } })
  useShortcuts({ j: () => at !== -1 && open(rows[at + 1]), k: () => open(rows[at - 1]) })
  return () => {
    // In the other views one looks something up.
    if (query.view !== 'mine' && query.view !== 'to_release') return
    const next = at === -1 ? undefined : rows.slice(at + 1).find(({ payout }) => payout?.may.release)
    if (next) open(next)
    else if (from !== '') void navigate(from)
  }
}
