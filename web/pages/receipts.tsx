/** /receipts: opens a receipt by its code, and lists the receipts that this tab and this device keep. */
import { site } from '../words/site.ts'
import { KeptReceiptsCard } from '../features/give/kept-receipts-card.tsx'
import { ReceiptCodeForm } from '../features/give/receipt-code-form.tsx'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { pageMeta } from '../page-meta.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { findReceipt as words, receipt } from '#words/money/receipt.ts'

export const meta = () => pageMeta('/receipts', words)

export default function ReceiptsPage() {
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <Card title={words.findTitle} raised>
          <div className="mt-4">
            <ReceiptCodeForm />
            <noscript>
              <p>
                {receipt.needsJavaScript} {site.support.email} · {site.support.phone}
              </p>
              <PlainFormLink />
            </noscript>
          </div>
        </Card>
        <KeptReceiptsCard />
      </div>
    </>
  )
}
