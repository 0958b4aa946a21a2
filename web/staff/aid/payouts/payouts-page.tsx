/** Payouts: what waits by its next act, what is done, and the release of several at once. */
import { useRef } from 'react'
import { useLocation } from '../../../lib/router.tsx'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { PAYOUT_VIEWS, type PayoutView } from '../../../../contract/aid/payout-fields.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { download } from '../../../api/download.ts'
import type { CallReply } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { payments, payouts as words } from '#words/aid/admin-payouts.ts'
import { transferBalance } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { moveFocus } from '../../desk/keys/move-focus.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useSelection } from '../../desk/lists/selection.ts'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { useReturn } from '../../desk/live/return.ts'
import { ViewChips } from '../../desk/parts/view-chips.tsx'
import { placeAddress } from '../../desk/places.ts'
import { useEndpointList, useRefresh, useShownRows } from '../../desk/queries.ts'
import { PayoutRow } from './payout-row.tsx'
import { FILTERS, payoutsOf, queryIn, startOf } from './payouts-query.ts'
import { PayoutsNav } from './payouts-nav.tsx'
import { ReleaseBar } from './release-many.tsx'

const { columns } = words
const COLUMNS = [
  { name: columns.person },
  { name: columns.case },
  { name: columns.kind },
  { name: columns.amount, isNumber: true },
  { name: columns.payee },
  { name: columns.state },
  { name: columns.since },
  { name: columns.by },
]

type Payouts = CallReply<'GET /api/admin/payouts'>

export function PayoutsPage() {
  const { pathname, search } = useLocation()
  const { may } = useAdministration()
  const refresh = useRefresh()
  useReturn(() => refresh('GET /api/admin/payouts'))
  const readQuery = (address: string) => queryIn(address, may)
  const source = payoutsOf(readQuery(search))
  const { view: loaded } = useEndpointList(source)
  const first = loaded.is === 'there' ? loaded.value.first : undefined
  const selection = useSelection(pathname + search, useShownRows(source))
  const page = useRef<HTMLDivElement>(null)
  useShortcuts({ j: () => moveFocus(page.current, 1), k: () => moveFocus(page.current, -1) })
  const { view } = readQuery(search)
  return (
    <div ref={page} className="queue payouts">
      <PayoutsNav />
      <StaffList
        place="payouts"
        searchHint={words.searchHint}
        filters={FILTERS}
        kept={{ view }}
        before={<Views view={view} start={startOf(may)} counts={first?.views} />}
        readQuery={readQuery}
        source={payoutsOf}
        failed={words.notLoaded}
        none={{ icon: 'coins', title: words.none, text: words.noneMore }}
        csvName="payouts"
        loadCsv={(query, bearer) => download('GET /api/admin/payouts.csv', query, bearer)}
        table={{ title: words.places.list, columns: COLUMNS }}
        renderRow={(row) => <PayoutRow row={row} selection={selection} />}
      />
      <ReleaseBar selection={selection} onReleased={() => refresh('GET /api/admin/payouts')} />
      {first?.balance && <BalanceNote balance={first.balance} />}
      {first?.alone && <AloneNote alone={first.alone} />}
    </div>
  )
}

interface ViewsProps {
  view: PayoutView
  /** The view of an address that names none. */
  start: PayoutView
  counts: Payouts['views'] | undefined
}

function Views({ view, start, counts }: ViewsProps) {
  const views = PAYOUT_VIEWS.map((name) => ({
    to: placeAddress('payouts', { view: name === start ? '' : name }),
    text: words.views[name],
    isHere: name === view,
    count: counts?.find((each) => each.view === name)?.total.toLocaleString('en-NG') ?? '–',
  }))
  return <ViewChips label={words.viewsLabel} views={views} />
}

/** Explains what the only administrator may do alone. */
function AloneNote({ alone }: { alone: NonNullable<Payouts['alone']> }) {
  const { each_max: each, week_max: week, released, wait_minutes: minutes } = alone
  return (
    <Card title={payments.aloneTitle}>
      <p className="mt-1">{payments.alone(formatNaira(each), formatNaira(week), minutes === 1)}</p>
      <p className="mt-1">{payments.aloneReleased(formatNaira(released), formatNaira(week - released))}</p>
      <p className="mt-1 text-soft">{payments.aloneNot}</p>
    </Card>
  )
}

type Balance = NonNullable<CallReply<'GET /api/admin/payouts'>['balance']>

/** Whether the balance at the provider is enough for the bank payments that wait. */
function BalanceNote({ balance: { held, waiting, checked_at: at } }: { balance: Balance }) {
  const asked = transferBalance.asked(formatDayAndTime(at))
  if (held >= waiting) {
    return (
      <p className="mt-3 text-soft">
        {transferBalance.enough(formatNaira(held), formatNaira(waiting))} {asked}.
      </p>
    )
  }
  return (
    <Banner tone="bad" title={transferBalance.short}>
      <p>{transferBalance.topUp(formatNaira(held), formatNaira(waiting), formatNaira(waiting - held))}</p>
      <p>{asked}.</p>
    </Banner>
  )
}
