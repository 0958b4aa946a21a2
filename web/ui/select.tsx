/** The browser's own select, styled: phones then show their own picker, which is better than one of ours. */
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

export function Select(props: ComponentProps<'select'>) {
  return (
    <div className="select">
      <select {...props} className="input" />
    </div>
  )
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  label: string
  note?: string
  hint?: string | undefined
  error?: string | undefined
  /** The text of the option without a value, which comes first. */
  none?: string | undefined
  options: readonly (readonly [value: string, text: string])[]
}

/** A labelled select whose options each have a text. */
export function SelectField({ label, note, hint, error, none, options, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(note !== undefined && { note })}>
      {(control) => (
        <Select {...rest} {...control}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
