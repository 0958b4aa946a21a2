/** /donate: giving without an account. */
import { lazy, useEffect, useRef, useState, type ComponentType } from 'react'
import { Link } from '../lib/router.tsx'
import { nairaOf } from '../features/give/draft.ts'
import { useFunds } from '../features/give/funds.ts'
import { GiftForm } from '../features/give/gift-form.tsx'
import { CheckedGift, FailedGift } from '../features/give/gift-status.tsx'
import { ImpactCard, StoriesCard } from '../features/give/impact-cards.tsx'
import { loadThanks, Thanks } from '../features/give/thanks.tsx'
import { useDraft } from '../features/give/use-draft.ts'
import { useGiving } from '../features/give/use-giving.ts'
import type { TopUpProps, WalletPayment } from '../features/give/wallet-payment.ts'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { shell } from '#words/common/shell.ts'
import { giving as words } from '#words/money/giving.ts'

export const texts = ['short_stories', 'thanks'] as const

export const meta = () => pageMeta('/donate', words)

/** Loaded for donors whose wallet lacks part of the gift. Where it does not come, their wallet has it. */
const TopUpMissing = lazy<ComponentType<TopUpProps>>(() =>
  import('../features/wallet/top-up-missing.tsx').catch((fault: unknown) => {
    console.warn('The top-up could not be loaded.', fault)
    return {
      default: () => (
        <Link to="/wallet" className="link-target">
          {shell.wallet}
        </Link>
      ),
    }
  }),
)

export default function DonatePage() {
  const { funds, reload } = useFunds()
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, isAsking, forget, closedFund } = useDraft(form)
  const { giving, run } = useGiving((gift) => {
    reload()
    forget(gift)
  })
  const [payment, setPayment] = useState<WalletPayment>()
  const thanks = giving.step.at === 'paying' ? undefined : giving.paid[0]
  const thanking = useRef(false)
  useEffect(() => {
    // Once the dialog is gone: while it is open, nothing behind it can have the focus.
    if (thanking.current && !thanks) focusField(form.current, 'donation_type')
    thanking.current = thanks !== undefined
  }, [thanks])
  return (
    <>
      <PageHead art="donate" title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
        <section className="card card-raised" aria-labelledby="gift-title">
          {giving.step.at === 'checking' && <CheckedGift gift={giving.step.gift} onAnother={() => run.another()} />}
          {giving.step.at === 'failed' && <FailedGift gift={giving.step.gift} />}
          {giving.step.at !== 'checking' && (
            <>
              <h2 id="gift-title" className="mb-6 text-2xl">
                {words.formTitle}
              </h2>
              <GiftForm
                ref={form}
                draft={draft}
                onDraft={change}
                closedFund={closedFund}
                isAsking={isAsking}
                giving={giving}
                payment={payment}
                onPayment={setPayment}
                TopUp={TopUpMissing}
                onPay={(input) => {
                  void loadThanks()
                  void (payment ? run.give(input, payment.give) : run.pay(input))
                }}
              />
            </>
          )}
          <Link to="/receipts" className="link-target mt-4">
            {words.receipts}
          </Link>
        </section>
        <div className="grid gap-6 lg:gap-8">
          <ImpactCard fund={draft.fund} naira={nairaOf(draft)} funds={funds} />
          <StoriesCard />
        </div>
      </div>
      {thanks && <Thanks key={thanks.reference} gift={thanks} onClose={() => run.thanked(thanks)} />}
    </>
  )
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}
