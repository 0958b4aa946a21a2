/** A gift that is not in a fund: still being checked, or not confirmed. It stays on the page with its receipt code. */
import { useEffect, useRef } from 'react'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { Banner } from '../../ui/banner.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { giving as words } from '#words/money/giving.ts'
import type { Gift } from './gift.ts'
import { ReceiptCodeText } from './receipt-code-text.tsx'

/** Stands in the place of the form, so that nobody pays twice. It takes the focus when the payment window closes. */
export function CheckedGift({ gift, onAnother }: { gift: Gift; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
  }, [])
  return (
    <>
      <h2 ref={title} id="gift-title" tabIndex={-1} className="text-2xl">
        {words.checkingTitle}
      </h2>
      <Code gift={gift} />
      <p className="mt-4">{words.checking(formatNaira(gift.amount))}</p>
      <div className="mt-6 flex flex-wrap gap-x-5 gap-y-3">
        <Link to={`/receipts/${gift.receipt_code}`} className="link-target">
          {words.openReceipt}
        </Link>
        <SmallButton onClick={onAnother}>{words.giveAgain}</SmallButton>
      </div>
    </>
  )
}

/** Above the form, which can be used again. It takes the focus too: the donor stands below it, at the button. */
export function FailedGift({ gift }: { gift: Gift }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    text.current?.scrollIntoView({ block: 'center' })
    text.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Banner tone="note" title={words.failedTitle} className="mb-6">
      <p ref={text} tabIndex={-1} className="outline-none">
        {words.failed(formatNaira(gift.amount))}
      </p>
      <Code gift={gift} />
      <Link to="/contact" className="link-target mt-2">
        {words.writeToUs}
      </Link>
    </Banner>
  )
}

function Code({ gift }: { gift: Gift }) {
  return (
    <div className="mt-3">
      <p className="text-sm text-soft">{words.receiptCode}</p>
      <ReceiptCodeText code={gift.receipt_code} />
    </div>
  )
}
