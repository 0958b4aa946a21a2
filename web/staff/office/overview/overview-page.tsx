/** Above the tabs: waiting requests, approvals, gifts, and whether the books balance. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { useState } from 'react'
import type { CallReply } from '../../../api/client.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { overview as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { placeAddress } from '../../desk/places.ts'
import { Figure } from './figure.tsx'
import { GiftsCard } from './gifts-card.tsx'
import { MonthCard } from './month-card.tsx'

/** In this order the list leaves out what is decided, so it shows exactly the requests that the figure counts. */
const UNDECIDED = placeAddress('applications', { sort: 'due' })

export function OverviewPage() {
  return (
    <section aria-label={words.title} className="overview mb-8 grid gap-4">
      <EndpointPart
        from="GET /api/admin/overview"
        input={{}}
        failed={toasts.overviewFailed}
        skeleton={<Skeleton className="block h-196 w-full sm:h-184 lg:h-152" />}
      >
        {(figures) => <Shown figures={figures} />}
      </EndpointPart>
      <MonthCard />
    </section>
  )
}

const DAY_MILLISECONDS = 24 * 60 * 60_000

/** @param oldest when the oldest request came; null if none is waiting @returns for how many whole days it has waited */
function useDaysSince(oldest: string | null): number | null {
  const [now] = useState(Date.now)
  return oldest === null ? null : Math.max(Math.floor((now - Date.parse(oldest)) / DAY_MILLISECONDS), 0)
}

function Shown({ figures }: { figures: CallReply<'GET /api/admin/overview'> }) {
  const nameOf = useStaffFundNames()
  const { applications, gifts, messages, books } = figures
  const oldestDays = useDaysSince(applications.oldest_waiting_at)
  const { waiting, approved_this_month: approved, to_award: toAward } = applications
  return (
    <div className="no-print grid gap-4">
      {/* Two in a row even on a phone, so that the tabs below are not far away. */}
      <dl className="report-cards grid-cols-2 lg:grid-cols-4">
        <Figure
          name={words.waiting}
          figure={words.count(waiting)}
          caption={oldestDays === null ? words.noneWaiting : words.oldest(oldestDays)}
          leadsTo={UNDECIDED}
        />
        <Figure
          name={words.approved}
          figure={words.count(approved)}
          caption={words.approvedCaption(words.count(toAward))}
          leadsTo={placeAddress('payouts', { view: 'to_award' })}
        />
        <Figure
          name={words.messages}
          figure={words.count(messages.new)}
          caption={
            messages.undelivered === 0 ? words.messagesCaption : words.undelivered(words.count(messages.undelivered))
          }
          leadsTo={placeAddress('messages')}
        />
        <Figure
          name={words.books}
          figure={words.booksStates[books.state]}
          caption={`${books.short_funds.map(({ fund, shortage }) => words.short(nameOf(fund), formatNaira(shortage))).join('')}${words.booksCaption(
            words.payments(books.payments_for_review),
            words.wallets(books.frozen_wallets),
            words.disputes(books.open_disputes),
          )}`}
          leadsTo={placeAddress('books')}
        />
      </dl>
      <GiftsCard gifts={gifts} />
    </div>
  )
}
