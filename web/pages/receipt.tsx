/**
 * /receipts/:code: a receipt to keep and to print. The code works like a password, so the page gives it away to no other site: no
 * referrer, no index, and nothing is loaded from elsewhere.
 */
import { Link, useParams } from '../lib/router.tsx'
import type { DonationType } from '../../contract/money/funds.ts'
import { formatNaira } from '../../contract/platform/money.ts'
import { ApiProblem, call } from '../api/client.ts'
import { failureSentence } from '../api/failure-sentence.ts'
import { FundFlow } from '../features/give/fund-flow.tsx'
import { useFunds } from '../features/give/funds.ts'
import MailReceipt from '../features/give/mail-receipt.tsx'
import { ReceiptCodeForm } from '../features/give/receipt-code-form.tsx'
import { ReceiptSheet } from '../features/give/receipt-sheet.tsx'
import { GiftTrail } from '../features/give/trail.tsx'
import { useLoaded } from '../lib/use-loaded.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ReachUs } from '../content/reach-us.tsx'
import { funds as fundWords } from '#words/money/funds.ts'
import { receipt as words } from '#words/money/receipt.ts'

export function meta() {
  return [
    { title: words.metaTitle },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function ReceiptPage() {
  const { code = '' } = useParams()
  return <ReceiptBody key={code} code={code} />
}

const PENDING_MILLISECONDS = 5_000

function ReceiptBody({ code }: { code: string }) {
  const { view, reload, change } = useLoaded(
    (signal) => call('GET /api/receipts/:code', { params: { code }, signal }),
    {
      repeatAfter: ({ status }) => (status === 'pending' ? PENDING_MILLISECONDS : undefined),
    },
  )
  return (
    <div className="wrap section min-h-screen max-w-2xl print:min-h-0">
      {view.is === 'loading' && <Loading />}
      {view.is === 'failed' && isNoReceipt(view.problem) && (
        <>
          <h1 className="text-3xl">{words.notFoundTitle}</h1>
          <p className="mt-4 mb-8 text-lg text-soft">{words.notFound}</p>
          <ReceiptCodeForm />
          <Link to="/contact" className={buttonClass('outline', 'mt-6')}>
            {words.writeToUs}
          </Link>
        </>
      )}
      {view.is === 'failed' && !isNoReceipt(view.problem) && (
        <>
          <h1 className="text-3xl">{words.failedTitle}</h1>
          <div role="alert" className="mt-6">
            <Banner tone="bad" title={failureSentence(view.problem)}>
              <Button look="outline" className="mt-2" onClick={reload}>
                {words.retry}
              </Button>
            </Banner>
          </div>
        </>
      )}
      {view.is === 'there' && (
        <>
          <ReceiptSheet code={code} receipt={view.value} />
          <div className="no-print mt-8 flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>
              <Icon name="print" /> {words.print}
            </Button>
            <Link to="/donate" className={buttonClass('outline')}>
              {words.donateAgain}
            </Link>
          </div>
          {view.value.paid_at !== null && (
            <GiftTrail code={code} receipt={view.value} onReceipt={(receipt) => change(() => receipt)} />
          )}
          <FundPart fund={view.value.donation_type} />
          {view.value.status === 'success' && (
            <div className="no-print mt-8">
              <MailReceipt code={code} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** The fund of the gift as a whole. */
function FundPart({ fund }: { fund: DonationType }) {
  const { funds } = useFunds()
  const figures = funds?.funds.find((each) => each.fund === fund)
  return (
    <section aria-labelledby="fund-title" className="card no-print mt-8">
      <h2 id="fund-title" className="text-xl">
        {fundWords.title}
      </h2>
      <p className="mt-2">{figures && `${figures.title}: ${fundWords.received} ${formatNaira(figures.received)}`}</p>
      <FundFlow figures={figures} />
    </section>
  )
}

/** 404; or 400, where the text in the address does not even look like a code. */
function isNoReceipt(problem: unknown): boolean {
  return problem instanceof ApiProblem && (problem.status === 404 || problem.status === 400)
}

function Loading() {
  return (
    <>
      <h1 className="text-3xl">{words.title}</h1>
      <p aria-live="polite" className="mt-4 text-soft">
        {words.loading}
      </p>
      <Skeleton className="mt-8 h-72 w-full" />
      <noscript>
        <p className="mt-4">{words.needsJavaScript}</p>
        <ReachUs />
      </noscript>
    </>
  )
}
