/** /transparency: when the books were last compared with the payment provider, and the sum of what is not explained. */
import { Link } from 'react-router'
import { formatNaira } from '../../contract/money.ts'
import { call, type CallReply } from '../api/client.ts'
import { formatDay, formatDayAndTime } from '../lib/format-date.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { DescribedPayments } from '../features/giving/described-payments.tsx'
import { FundTable } from '../features/giving/fund-table.tsx'
import { MonthTable } from '../features/giving/month-table.tsx'
import { Figures } from '../ui/figures.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { described } from '#words/described.ts'
import { transparency as words } from '#words/matching.ts'

export function meta() {
  return pageMeta('/transparency', words)
}

export default function TransparencyPage() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency', { signal }))
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-12">
        <FundTable />
        <MonthTable />
        <DescribedPayments />
        {view.is === 'failed' ? (
          <NotLoaded title={words.failed} problem={view.problem} onRetry={reload} />
        ) : (
          <Figures label={words.figures} figures={figuresOf(view.is === 'there' ? view.value : undefined)} />
        )}
        <section aria-labelledby="how" className="grid max-w-2xl gap-3">
          <h2 id="how" className="text-2xl">
            {words.howTitle}
          </h2>
          {words.how.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
        <section aria-labelledby="log" className="grid max-w-2xl gap-3">
          <h2 id="log" className="text-2xl">
            {described.logTitle}
          </h2>
          <p>{described.log}</p>
          <Checkpoint />
          <p>
            <Link to="/log" className="link">
              {described.logLink}
            </Link>
          </p>
        </section>
        <section aria-labelledby="failures" className="grid max-w-2xl gap-3">
          <h2 id="failures" className="text-2xl">
            {described.failuresTitle}
          </h2>
          <p>{described.failures}</p>
          <p>
            <Link to="/transparency/failures" className="link">
              {described.failuresLink}
            </Link>
          </p>
        </section>
        <section aria-labelledby="limits" className="grid max-w-2xl gap-3">
          <h2 id="limits" className="text-2xl">
            {words.limitsTitle}
          </h2>
          <p>{words.limits}</p>
        </section>
      </div>
    </>
  )
}

function Checkpoint() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
  if (view.is === 'failed') return <NotLoaded title={words.checkpointFailed} problem={view.problem} onRetry={reload} />
  const newest = view.is === 'there' ? view.value.newest : undefined
  const shown = (figure: string | undefined) => figure ?? (newest === null ? words.noCheckpoint : words.unknown)
  return (
    <Figures
      label={words.checkpoint}
      figures={[
        { name: words.checkpoint, figure: shown(newest ? formatDayAndTime(newest.signed_at) : undefined) },
        { name: words.entries, figure: shown(newest?.size.toLocaleString('en-NG')) },
      ]}
    />
  )
}

/** Before the first match nothing is known, and no sum is shown. */
function figuresOf(found: CallReply<'GET /api/transparency'> | undefined) {
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
