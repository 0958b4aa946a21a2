/**
 * Asks for the amount of a top-up. It closes when the press is answered: otherwise it would cover the provider's popup, and the toast
 * of a refusal could not be dismissed. The typed amount is kept for the next time.
 */
import type { FormEvent } from 'react'
import { TOP_UP_QUICK_AMOUNTS_NAIRA } from '../../../contract/money/wallet-amounts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { wallet as words } from '#words/money/wallet.ts'
import { AmountFields } from '../../ui/amount-fields.tsx'
import { readAmount, type TypedAmount } from '../../lib/amount.ts'
import type { TopUpsRun, TopUpsState } from './top-ups.ts'

type TypedTopUp = TypedAmount | { readonly is: 'not_whole' }

const AMOUNT_FAULTS = {
  not_a_number: words.amountNotANumber,
  not_whole: words.amountNotWhole,
  too_small: words.amountTooSmall,
  too_large: words.amountTooLarge,
} as const

interface TopUpDialogProps {
  typed: string
  onType: (typed: string) => void
  topUps: TopUpsState
  run: TopUpsRun
  onClose: () => void
}

export function TopUpDialog({ typed, onType, topUps, run, onClose }: TopUpDialogProps) {
  const amount = readTopUp(typed)
  const isPayable = amount.is === 'payable'
  const busy = topUps.open !== null
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!isPayable || busy) return
    const isOpen = await run.start(amount.naira)
    if (isOpen) onType('')
    onClose()
  }
  return (
    <Dialog title={words.topUpTitle} lead={words.topUpLead} {...(!busy && { onClose })}>
      <form onSubmit={(event) => void pay(event)} noValidate className="mt-5 grid gap-5">
        <AmountFields
          words={words}
          quick={TOP_UP_QUICK_AMOUNTS_NAIRA}
          typed={typed}
          naira={isPayable ? amount.naira : undefined}
          typedFault={typedFault(amount)}
          fault={topUps.refused?.fields.find(({ field }) => field === 'amount')?.message}
          inputMode="numeric"
          disabled={busy}
          onType={onType}
        />
        <p className="flex gap-2 text-sm text-soft">
          <Icon name="lock" className="mt-0.5" /> {words.secure}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="outline" className="grow" onClick={busy ? undefined : onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" className="grow" busy={busy} disabled={!isPayable}>
            {busy ? words.opening : words.payNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function typedFault(amount: TypedTopUp): string | undefined {
  if (amount.is === 'unclear') return amount.question
  return amount.is === 'empty' || amount.is === 'payable' ? undefined : AMOUNT_FAULTS[amount.is]
}

/** Whole naira only (spec section 2: step 1). */
function readTopUp(typed: string): TypedTopUp {
  const amount = readAmount(typed)
  return amount.is === 'payable' && !Number.isInteger(amount.naira) ? { is: 'not_whole' } : amount
}
