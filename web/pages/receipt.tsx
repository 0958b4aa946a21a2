/**
 * /receipts/:code: a receipt to keep and to print. The code works like a password, so the page gives it away to no other site: no
 * referrer, no index, and nothing is loaded from elsewhere.
 */
import { useState } from 'react'
import { Link, useParams } from '../lib/router.tsx'
import { ApiProblem, call } from '../api/client.ts'
import { failureSentence } from '../api/failure-sentence.ts'
import MailReceipt from '../features/give/mail-receipt.tsx'
import { ReceiptCodeForm } from '../features/give/receipt-code-form.tsx'
import { ReceiptSheet } from '../features/give/receipt-sheet.tsx'
import { GiftTrail } from '../features/give/trail.tsx'
import { keptAt, moveReceipt } from '../features/give/kept-receipts.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { ReachUs } from '../content/reach-us.tsx'
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
          <ReceiptSheet code={code} receipt={view.value}>
            {view.value.paid_at !== null && (
              <GiftTrail code={code} receipt={view.value} onReceipt={(receipt) => change(() => receipt)} />
            )}
          </ReceiptSheet>
          <div className="no-print mt-8 grid justify-items-start gap-6">
            <Button onClick={() => window.print()}>
              <Icon name="print" /> {words.print}
            </Button>
            <KeepOnDevice code={code} />
            {view.value.status === 'success' && <MailReceipt code={code} />}
          </div>
        </>
      )}
    </div>
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
        <PlainFormLink />
      </noscript>
    </>
  )
}

/** Keeps a receipt of this tab on the device. Not ticked: phones are shared, and anyone who opens a receipt sees the gift. */
function KeepOnDevice({ code }: { code: string }) {
  const [at, setAt] = useState(() => keptAt(code))
  if (at === undefined) return null
  return (
    <Checkbox
      label={words.keepOnDevice}
      hint={words.keepOnDeviceHint}
      checked={at === 'device'}
      onChange={({ target }) => {
        const to = target.checked ? 'device' : 'tab'
        moveReceipt(code, to)
        setAt(to)
      }}
    />
  )
}
