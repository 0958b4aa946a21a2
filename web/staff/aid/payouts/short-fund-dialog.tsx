/** A payment was not released because its fund is below zero: the three ways on from there. */
import type { ReactNode } from 'react'
import { SmallButton, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { shortFund as words } from '#words/aid/short-fund.ts'

interface ShortFundDialogProps {
  payment: string
  /** Undefined where this administrator may not cancel it. */
  onCancelPayment: (() => void) | undefined
  onClose: () => void
}

export function ShortFundDialog({ payment, onCancelPayment, onClose }: ShortFundDialogProps) {
  return (
    <Dialog title={words.title} lead={words.lead(payment)} onClose={onClose}>
      <div className="mt-5 grid gap-4">
        <Way title={words.cover} text={words.coverText}>
          <a href="/admin/books" className={buttonClass('outline', 'button-small')}>
            {words.openBooks}
          </a>
        </Way>
        <Way title={words.lower} text={words.lowerText}>
          {onCancelPayment && <SmallButton onClick={onCancelPayment}>{words.cancelPayment}</SmallButton>}
        </Way>
        <Way title={words.wait} text={words.waitText}>
          <SmallButton onClick={onClose}>{words.letItWait}</SmallButton>
        </Way>
      </div>
    </Dialog>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 justify-items-start">
      <h3 className="text-lg">{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  )
}
