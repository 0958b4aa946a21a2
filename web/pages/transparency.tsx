/** /transparency: what was given, what reached people, and when the books were last compared with the payment provider. */
import { Link } from '../lib/router.tsx'
import { formatNaira } from '../../contract/platform/money.ts'
import { call, type CallReply } from '../api/client.ts'
import { formatDay, formatDayAndTime } from '../lib/format-date.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { DescribedPayments, useDescribedPayments } from '../features/give/described-payments.tsx'
import { FiguresWithoutScript } from '../features/give/figures-without-script.tsx'
import { useFunds } from '../features/give/funds.ts'
import { FundTable } from '../features/give/fund-table.tsx'
import { MonthTable } from '../features/give/month-table.tsx'
import { OutflowHeadline } from '../features/give/outflow-headline.tsx'
import { PayoutRules } from '../features/give/payout-rules.tsx'
import { Figures } from '../ui/figures.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { SigningStopped } from '../ui/signing-stopped.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TextSection } from '../ui/text-section.tsx'
import { described as describedWords } from '#words/money/described.ts'
import { transparency as words } from '#words/proof/transparency.ts'

export const meta = () => pageMeta('/transparency', words)

export default function TransparencyPage() {
  const funds = useFunds()
  const described = useDescribedPayments()
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-12">
        <FiguresWithoutScript />
        <div className="needs-script grid gap-12">
          <OutflowHeadline
            funds={funds.funds}
            described={described.view.is === 'there' ? described.view.value : undefined}
          />
          <FundTable loaded={funds} />
          <MonthTable />
          <DescribedPayments loaded={described} />
          {funds.funds && <PayoutRules funds={funds.funds} />}
          <Match />
        </div>
        <TextSection id="how" title={words.howTitle}>
          {words.how.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </TextSection>
        <TextSection id="log" title={describedWords.logTitle}>
          <p>{describedWords.log}</p>
          <div className="needs-script">
            <Checkpoint />
          </div>
          <p>
            <Link to="/log" className="link">
              {describedWords.logLink}
            </Link>
          </p>
        </TextSection>
        <TextSection id="failures" title={describedWords.failuresTitle}>
          <p>{describedWords.failures}</p>
          <p>
            <Link to="/transparency/failures" className="link">
              {describedWords.failuresLink}
            </Link>
          </p>
        </TextSection>
        <TextSection id="limits" title={words.limitsTitle}>
          <p>{words.limits}</p>
        </TextSection>
      </div>
    </>
  )
}

function Match() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency', { signal }))
  return (
    <section aria-labelledby="match" className="grid gap-3">
      <h2 id="match" className="text-2xl">
        {words.matchTitle}
      </h2>
      <p className="max-w-2xl">{words.matchLead}</p>
      {view.is === 'failed' ? (
        <NotLoaded title={words.failed} problem={view.problem} onRetry={reload} />
      ) : (
        <Figures
          label={words.figures}
          className="figures-pairs"
          figures={matchFigures(view.is === 'there' ? view.value : undefined)}
        />
      )}
    </section>
  )
}

function Checkpoint() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
  if (view.is === 'failed') return <NotLoaded title={words.checkpointFailed} problem={view.problem} onRetry={reload} />
  const newest = view.is === 'there' ? view.value.newest : undefined
  const shown = (figure: string | undefined) => figure ?? (newest === null ? words.noCheckpoint : words.unknown)
  return (
    <>
      {view.is === 'there' && <SigningStopped stopped={view.value.stopped} />}
      <Figures
        label={words.checkpoint}
        className="figures-pairs"
        figures={[
          { name: words.checkpoint, figure: shown(newest ? formatDayAndTime(newest.signed_at) : undefined) },
          { name: words.entries, figure: shown(newest?.size.toLocaleString('en-NG')) },
        ]}
      />
    </>
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
