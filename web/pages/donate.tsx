/** /donate: giving without an account. */
import { useCallback, useRef, useState } from 'react'
import { EMPTY_DRAFT, isDraftOf, type Draft } from '../features/giving/draft.ts'
import type { Gift } from '../features/giving/gift.ts'
import { GiftForm } from '../features/giving/gift-form.tsx'
import { GiftStatus } from '../features/giving/gift-status.tsx'
import { ImpactCard, StoriesCard } from '../features/giving/impact-cards.tsx'
import { useStats } from '../features/giving/stats.ts'
import { ThanksDialog } from '../features/giving/thanks-dialog.tsx'
import { useGiving } from '../features/giving/use-giving.ts'
import type { WalletPayment } from '../features/giving/wallet-payment.ts'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { giving as words } from '#words/giving.ts'

export function meta() {
  return pageMeta('/donate', words)
}

export default function DonatePage() {
  const { stats, reload } = useStats()
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const { giving, run } = useGiving((gift) => {
    reload()
    // What is already being typed for another gift stays.
    setDraft((draft) => (isDraftOf(draft, gift) ? EMPTY_DRAFT : draft))
  })
  const [payment, setPayment] = useState<WalletPayment>()
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), [])
  const formTitle = useRef<HTMLHeadingElement>(null)
  const thanked = (gift: Gift) => {
    run.thanked(gift)
    formTitle.current?.focus()
  }
  const thanks = giving.step.at === 'paying' ? undefined : giving.paid[0]
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
        <section className="card card-raised" aria-labelledby="gift-title">
          <h2 id="gift-title" ref={formTitle} tabIndex={-1} className="mb-6 text-2xl">
            {words.formTitle}
          </h2>
          <GiftForm
            draft={draft}
            onDraft={change}
            giving={giving}
            payment={payment}
            onPayment={setPayment}
            onPay={(input) => void (payment ? run.give(input, payment.give) : run.pay(input))}
          />
          <GiftStatus step={giving.step} />
        </section>
        <div className="grid gap-6 lg:gap-8">
          <ImpactCard fund={draft.fund} stats={stats} />
          <StoriesCard />
        </div>
      </div>
      {thanks && <ThanksDialog key={thanks.reference} gift={thanks} onClose={() => thanked(thanks)} />}
    </>
  )
}
