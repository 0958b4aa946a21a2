/** /transparency: four figures of what was given and what reached people; folded, everything that they are made of. */
import { Link } from '../lib/router.tsx'
import { formatNaira } from '../../contract/platform/money.ts'
import { call, type CallReply } from '../api/client.ts'
import { formatDay, formatDayAndTime } from '../lib/format-date.ts'
import { useLoaded, type Loaded } from '../lib/use-loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { Corrections } from '../features/give/corrections.tsx'
import { DescribedPayments, useDescribedPayments } from '../features/give/described-payments.tsx'
import { FiguresWithoutScript } from '../features/give/figures-without-script.tsx'
import { useFunds } from '../features/give/funds.ts'
import { FundTable } from '../features/give/fund-table.tsx'
import { MonthTable, useMonths } from '../features/give/month-table.tsx'
import { OutflowHeadline } from '../features/give/outflow-headline.tsx'
import { PayoutRules } from '../features/give/payout-rules.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Figures } from '../ui/figures.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { SigningStopped } from '../ui/signing-stopped.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { transparency as words } from '#words/proof/transparency.ts'

export const meta = () => pageMeta('/transparency', words)

export default function TransparencyPage() {
  const funds = useFunds()
  const described = useDescribedPayments()
  const months = useMonths()
  const log = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-10">
        <FiguresWithoutScript />
        <div className="needs-script grid gap-6">
          {log.view.is === 'there' && <SigningStopped stopped={log.view.value.stopped} />}
          {funds.view.is === 'failed' && (
            <NotLoaded title={words.failed} problem={funds.view.problem} onRetry={funds.reload} />
          )}
          <OutflowHeadline
            funds={funds.funds}
            described={described.view.is === 'there' ? described.view.value : undefined}
          />
        </div>
        <div>
          <div className="needs-script">
            <FundTable loaded={funds} />
            <MonthTable loaded={months} />
            <DescribedPayments loaded={described} />
            <PayoutRules loaded={funds} />
          </div>
          <Disclosure id="match" title={words.matchTitle}>
            <div className="needs-script">
              <Match />
            </div>
            {words.how.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Disclosure>
          <Disclosure id="log" title={words.logTitle}>
            <p>{words.log}</p>
            <div className="needs-script">
              <Checkpoint loaded={log} />
            </div>
            <p>
              <Link to="/log" className="link">
                {words.logLink}
              </Link>
            </p>
          </Disclosure>
          {months.view.is === 'there' && <Corrections corrections={months.view.value.corrections} />}
        </div>
        <p>
          {words.failures}{' '}
          <Link to="/transparency/failures" className="link">
            {words.failuresLink}
          </Link>
        </p>
      </div>
    </>
  )
}

function Match() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency', { signal }))
  if (view.is === 'failed') return <NotLoaded title={words.failed} problem={view.problem} onRetry={reload} />
  return (
    <Figures
      label={words.figures}
      className="figures-pairs"
      figures={matchFigures(view.is === 'there' ? view.value : undefined)}
    />
  )
}

function Checkpoint({ loaded: { view, reload } }: { loaded: Loaded<CallReply<'GET /api/transparency/log'>> }) {
  if (view.is === 'failed') return <NotLoaded title={words.checkpointFailed} problem={view.problem} onRetry={reload} />
  const newest = view.is === 'there' ? view.value.newest : undefined
  const shown = (figure: string | undefined) => figure ?? (newest === null ? words.noCheckpoint : words.unknown)
  return (
    <Figures
      label={words.checkpoint}
      className="figures-pairs"
      figures={[
        { name: words.checkpoint, figure: shown(newest ? formatDayAndTime(newest.signed_at) : undefined) },
        { name: words.entries, figure: shown(newest?.size.toLocaleString('en-NG')) },
      ]}
    />
  )
}

/** Before the first match nothing is known, and no sum is shown. */
function matchFigures(found: CallReply<'GET /api/transparency'> | undefined) {
  const { unknown } = words
  const matched = found?.matched_at ?? null
  return [
    { name: words.matched, figure: found ? (matched === null ? words.never : formatDayAndTime(matched)) : unknown },
    { name: words.unexplained, figure: found && matched !== null ? formatNaira(found.unexplained) : unknown },
    { name: words.payments, figure: found && matched !== null ? found.payments.toLocaleString('en-NG') : unknown },
    {
      name: words.bank,
      figure: found ? (found.bank_until === null ? words.never : formatDay(found.bank_until)) : unknown,
    },
  ]
}
