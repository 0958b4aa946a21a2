/** A multi-line field with its label, hint and error. The browser holds the text. */
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  note?: string
  hint?: string | undefined
  error: string | undefined
}

export function TextArea({ label, note, hint, error, className = '', ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(note !== undefined && { note })}>
      {(control) => <textarea {...rest} {...control} className={`input ${className}`.trimEnd()} />}
    </Field>
  )
}
