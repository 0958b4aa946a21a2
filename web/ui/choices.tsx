/** A group of buttons of which at most one is pressed. */
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
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="choices">
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
    </fieldset>
  )
}
