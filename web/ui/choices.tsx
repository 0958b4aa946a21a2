/** A group of buttons of which at most one is pressed. */
import { useId } from 'react'

interface ChoicesProps<Value> {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  chosen: Value | undefined
  disabled?: boolean
  onChoose: (value: Value) => void
}

export function Choices<Value extends string | number>({
  label,
  options,
  chosen,
  disabled,
  onChoose,
}: ChoicesProps<Value>) {
  const id = useId()
  return (
    <div className="field">
      <p id={id} className="field-label">
        {label}
      </p>
      <div role="group" aria-labelledby={id} className="choices">
        {options.map(({ value, text }) => (
          <button
            key={value}
            type="button"
            className="choice"
            aria-pressed={value === chosen}
            disabled={disabled}
            onClick={() => onChoose(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
