/** A group of radio buttons that look like buttons. What is chosen before React runs counts. */
import { useEffect, useId, useRef, useState } from 'react'

interface ChoicesProps<Value> {
  label: string
  /** The field's name in a form. */
  name?: string
  options: readonly { readonly value: Value; readonly text: string }[]
  chosen: Value | undefined
  disabled?: boolean
  error?: string | undefined
  onChoose: (value: Value) => void
}

export function Choices<Value extends string | number>({
  label,
  name,
  options,
  chosen,
  disabled,
  error,
  onChoose,
}: ChoicesProps<Value>) {
  const group = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const [takeOver] = useState(() => (value: string | undefined) => {
    const early = options.find((option) => String(option.value) === value)
    if (early && early.value !== chosen) onChoose(early.value)
  })
  useEffect(() => takeOver(group.current?.querySelector<HTMLInputElement>('input:checked')?.value), [takeOver])
  return (
    <fieldset ref={group} className="field" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      <div className="choices">
        {options.map(({ value, text }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={name ?? id}
              value={value}
              checked={value === chosen}
              disabled={disabled}
              onChange={() => onChoose(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
