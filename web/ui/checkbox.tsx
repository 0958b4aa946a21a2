/** A checkbox with its label and a line below it. */
import { useId, type ComponentProps } from 'react'

type CheckboxProps = ComponentProps<'input'> & { label: string; hint?: string }

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="checkbox">
      <input type="checkbox" id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...rest} />
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint col-start-2">
          {hint}
        </p>
      )}
    </div>
  )
}
