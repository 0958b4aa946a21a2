/** How much: the quick amounts, and a field for any other. Both write the same text. */
import { useState } from 'react'
import { QUICK_AMOUNTS_NAIRA } from '../../../contract/funds.ts'
import { formatHeadlineNaira } from '../../../contract/money.ts'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { giving as words } from '#words/giving.ts'
import type { TypedAmount } from './amount.ts'

const QUICK = QUICK_AMOUNTS_NAIRA.map((value) => ({ value, text: formatHeadlineNaira(value) }))

const FAULTS = {
  not_a_number: words.amountNotANumber,
  too_small: words.amountTooSmall,
  too_large: words.amountTooLarge,
} as const

interface AmountFieldsProps {
  typed: string
  amount: TypedAmount
  /** What the server said about the amount. */
  fault: string | undefined
  disabled: boolean
  onType: (typed: string) => void
}

export function AmountFields({ typed, amount, fault, disabled, onType }: AmountFieldsProps) {
  // A half-typed amount is not held against anybody: the fault shows once the field was left.
  const [left, setLeft] = useState(false)
  const ownFault = left && amount.is !== 'empty' && amount.is !== 'payable' ? FAULTS[amount.is] : undefined
  const quick = amount.is === 'payable' ? QUICK_AMOUNTS_NAIRA.find((value) => value === amount.naira) : undefined
  return (
    <>
      <Choices
        label={words.quickAmounts}
        options={QUICK}
        chosen={quick}
        disabled={disabled}
        onChoose={(value) => onType(String(value))}
      />
      <Field label={words.amount} hint={words.amountHint} error={ownFault ?? fault}>
        {(control) => (
          <div className="prefixed">
            <span aria-hidden="true">₦</span>
            {/* Text, not number: a wheel over a number field changes the gift, and "10,000" would be refused. */}
            <input
              {...control}
              name="amount"
              className="input"
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              disabled={disabled}
              onChange={({ currentTarget }) => onType(currentTarget.value)}
              onFocus={() => setLeft(false)}
              onBlur={() => setLeft(true)}
            />
          </div>
        )}
      </Field>
    </>
  )
}
