/** /transparency/failures: what we did wrong, and how fast it was put right. */
import type { ReactNode } from 'react'
import { formatNaira } from '../../contract/platform/money.ts'
import { call, type CallReply } from '../api/client.ts'
import { formatDayAndTime } from '../lib/format-date.ts'
import { monthInWords } from '../../contract/platform/month-in-words.ts'
import { dayInWords } from '../lib/days.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { Figures } from '../ui/figures.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { complaints as complaintNames } from '#words/aid/complaint-names.ts'
import { failures as words } from '#words/proof/failures.ts'

export const meta = () => pageMeta('/transparency/failures', words)

type Failures = CallReply<'GET /api/transparency/failures'>

export default function FailuresPage() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency/failures', { signal }))
  const found = view.is === 'there' ? view.value : undefined
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-12">
        {view.is === 'failed' && <NotLoaded title={words.failed} problem={view.problem} onRetry={reload} />}
        <Money found={found} />
        <People found={found} />
        <Books found={found} />
        <p className="max-w-2xl text-sm text-soft">
          {words.rule} {found && words.since(dayInWords(found.since))}
        </p>
      </div>
    </>
  )
}

interface PartProps {
  found: Failures | undefined
}

function Money({ found }: PartProps) {
  const lost = found?.lost
  const month = lost?.payments?.month
  return (
    <>
      <Part
        id="lost"
        title={words.lostTitle}
        lead={words.lost}
        figures={[
          [
            month === undefined ? words.lostPayments : words.lostPaymentsIn(monthInWords(month)),
            lost?.payments ? formatNaira(lost.payments.amount) : words.unknown,
          ],
          [words.lostWallets, lost ? formatNaira(lost.wallets) : words.unknown],
        ]}
      >
        {lost && !lost.payments && <p className="max-w-2xl text-sm text-soft">{words.lostUnknown}</p>}
      </Part>
      <Part
        id="refunds"
        title={words.refundsTitle}
        lead={words.refunds}
        figures={[
          [words.gifts, numberOf(found?.refunds.gifts)],
          [words.refunded, found ? formatNaira(found.refunds.amount) : words.unknown],
          [words.refundedIn, words.hours(found?.refunds.median_hours ?? null)],
        ]}
      />
    </>
  )
}

function People({ found }: PartProps) {
  const households = (count: number | null | undefined) =>
    count === undefined ? words.unknown : words.households(count)
  const { decisions, appeals, complaints, payouts } = found ?? {}
  return (
    <>
      <Part
        id="decisions"
        title={words.decisionsTitle}
        lead={words.decisions}
        figures={[
          [words.late, households(decisions?.late)],
          [words.lateBy, words.days(decisions?.median_days ?? null)],
          [words.waiting, households(decisions?.waiting)],
        ]}
      />
      <Part
        id="appeals"
        title={words.appealsTitle}
        lead={words.appeals}
        figures={[
          [words.appealsMade, households(appeals?.made)],
          [words.appealsChanged, households(appeals?.changed)],
          [words.appealsIn, words.days(appeals?.median_days ?? null)],
        ]}
      />
      <Part
        id="complaints"
        title={words.complaintsTitle}
        lead={words.complaints}
        figures={[
          ...(complaints?.kinds ?? []).map(
            ({ kind, count }) => [complaintNames.kinds[kind], households(count)] as const,
          ),
          [words.otherComplaints, households(complaints?.others)],
          [words.complaintsAcknowledged, words.days(complaints?.acknowledged_days ?? null)],
          [words.complaintsAnswered, words.days(complaints?.answered_days ?? null)],
          [words.complaintsLate, households(complaints?.late)],
        ]}
      />
      <Part
        id="payments"
        title={words.payoutsTitle}
        lead={words.payouts}
        figures={[
          [words.payoutsFailed, households(payouts?.failed)],
          [words.putRight, households(payouts?.put_right)],
          [words.putRightIn, words.days(payouts?.median_days ?? null)],
        ]}
      />
      <Part
        id="twice"
        title={words.twiceTitle}
        lead={words.twiceLead}
        figures={[
          [words.twice, households(payouts?.twice)],
          [words.twicePutRight, households(payouts?.twice_put_right)],
          [words.twicePutRightIn, words.days(payouts?.twice_median_days ?? null)],
        ]}
      />
    </>
  )
}

function Books({ found }: PartProps) {
  const { differences, checks } = found ?? {}
  return (
    <>
      <Part
        id="books"
        title={words.booksTitle}
        lead={words.books}
        figures={[
          [words.found, numberOf(differences?.found)],
          [words.open, numberOf(differences?.open)],
          [words.fixedIn, words.hours(differences?.median_hours ?? null)],
        ]}
      />
      <Part
        id="checks"
        title={words.checksTitle}
        lead={words.checks}
        figures={[
          [words.outages, numberOf(checks?.outages)],
          [words.longest, words.minutes(checks?.longest_minutes ?? null)],
        ]}
      >
        {checks?.stopped_now && <p className="max-w-2xl font-semibold">{words.stoppedNow}</p>}
        {checks?.last && (
          <p className="max-w-2xl">
            {words.last(formatDayAndTime(checks.last.started_at), formatDayAndTime(checks.last.ended_at))}
          </p>
        )}
      </Part>
    </>
  )
}

interface SectionProps {
  id: string
  title: string
  lead: string
  /** Names with their figures. */
  figures: readonly (readonly [string, string])[]
  children?: ReactNode
}

function Part({ id, title, lead, figures, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="max-w-2xl">{lead}</p>
      <Figures label={title} figures={figures.map(([name, figure]) => ({ name, figure }))} className="figures-row" />
      {children}
    </section>
  )
}

const numberOf = (count: number | undefined) =>
  count === undefined ? words.unknown : count === 0 ? words.none : count.toLocaleString('en-NG')
