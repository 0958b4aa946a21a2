/**
 * /receipts/:code: a receipt to keep and to print. The code is a key, so the page tells it to nobody: no referrer, no
 * index, and nothing on it is loaded from elsewhere.
 */
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { site } from '../content/site.ts'
import { ReceiptSheet } from '../features/giving/receipt-sheet.tsx'
import { useReceipt } from '../features/giving/use-receipt.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { receipt as words } from '#words/receipt.ts'

export function meta() {
  return [
    { title: words.metaTitle },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function ReceiptPage() {
  const { code = '' } = useParams()
  const [tries, setTries] = useState(1)
  return <ReceiptBody key={`${code} ${tries}`} code={code} onRetry={() => setTries(tries + 1)} />
}

function ReceiptBody({ code, onRetry }: { code: string; onRetry: () => void }) {
  const view = useReceipt(code)
  return (
    <div className="wrap section min-h-screen max-w-2xl print:min-h-0">
      {view.is === 'loading' && <Loading />}
      {view.is === 'not_found' && (
        <>
          <h1 className="text-3xl">{words.notFoundTitle}</h1>
          <p className="mt-4 text-lg text-soft">{words.notFound}</p>
          <Link to="/contact" className={buttonClass('outline', 'mt-6')}>
            {words.writeToUs}
          </Link>
        </>
      )}
      {view.is === 'failed' && (
        <>
          <h1 className="text-3xl">{words.failedTitle}</h1>
          <div role="alert" className="mt-6">
            <Banner tone="bad" title={view.sentence}>
              <Button look="outline" className="mt-2" onClick={onRetry}>
                {words.retry}
              </Button>
            </Banner>
          </div>
        </>
      )}
      {view.is === 'there' && (
        <>
          <ReceiptSheet receipt={view.receipt} />
          <div className="no-print mt-8 flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>
              <Icon name="print" /> {words.print}
            </Button>
            <Link to="/donate" className={buttonClass('outline')}>
              {words.donateAgain}
            </Link>
          </div>
        </>
      )}
    </div>
  )
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
        <p className="mt-4">
          {words.needsJavaScript} {site.support.email} · {site.support.phone}
        </p>
      </noscript>
    </>
  )
}
