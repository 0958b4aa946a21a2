/** The amount: quick choices, and a text field for any other. Both set the same text. */
import { useState } from 'react'
import { formatHeadlineNaira } from '../../contract/platform/money.ts'
import { Choices } from './choices.tsx'
import { Field } from './field.tsx'

interface AmountFieldsProps {
  words: { readonly quickAmounts: string; readonly amount: string; readonly amountHint: string }
  /** In naira. */
  quick: readonly number[]
  typed: string
  /** The typed amount in naira, if it is valid. */
  naira: number | undefined
  /** The error in the typed text, shown after the field loses focus. */
  typedFault: string | undefined
  /** The server's error about the amount. */
  fault: string | undefined
  inputMode: 'decimal' | 'numeric'
  disabled: boolean
  onType: (typed: string) => void
}

export function AmountFields({
  words,
  quick,
  typed,
  naira,
  typedFault,
  fault,
  inputMode,
  disabled,
  onType,
}: AmountFieldsProps) {
  // A half-typed amount is not an error yet.
  const [left, setLeft] = useState(false)
  return (
    <>
      <Choices
        label={words.quickAmounts}
        name="quick_amount"
        options={quick.map((value) => ({ value, text: formatHeadlineNaira(value) }))}
        chosen={quick.find((value) => value === naira)}
        disabled={disabled}
        onChoose={(value) => onType(String(value))}
      />
      <Field label={words.amount} hint={words.amountHint} error={(left ? typedFault : undefined) ?? fault}>
        {(control) => (
          <div className="prefixed">
            <span aria-hidden="true">₦</span>
            {/* Text, not number: a mouse wheel over a number field changes the amount, and "10,000" would be refused. */}
            <input
              {...control}
              name="amount"
              className="input"
              inputMode={inputMode}
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
