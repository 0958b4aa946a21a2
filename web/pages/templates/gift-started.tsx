/** The server's answer to a donate form that was sent without the page's script. It fills in the placeholders. */
import { GIFT_PLACEHOLDERS as gift } from '../../../contract/money/gift-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { giving as words } from '#words/money/giving.ts'

export const meta = () => [{ title: words.startedMetaTitle }, { name: 'robots', content: 'noindex' }]

export default function GiftStartedPage() {
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.startedTitle}</h1>
      <div className="card card-raised mt-8">
        <p className="text-lg">{words.started(gift.amount, gift.fund)}</p>
        <p className="mt-5 font-semibold">{words.receiptCode}</p>
        <p className="receipt-code">{gift.receiptCode}</p>
        <p className="mt-3 text-soft">{words.keepCode}</p>
        <p className="mt-5">
          <a href={`/receipts/${gift.receiptCode}`} className="link-target">
            {words.openReceipt}
          </a>
        </p>
        <a href={gift.checkout} className={buttonClass('gold', 'button-wide mt-6')}>
          {words.continueToPayment}
        </a>
      </div>
    </div>
  )
}
