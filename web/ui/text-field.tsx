/** A single-line field with its label, hint and error. The browser holds the text. */
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  note?: string
  hint?: string | undefined
  error: string | undefined
}

export function TextField({ label, note, hint, error, className = '', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(note !== undefined && { note })}>
      {(control) => <input type="text" {...rest} {...control} className={`input ${className}`.trimEnd()} />}
    </Field>
  )
}

/** The address that one signs in with, as `username` for password managers, or another one. */
export const EmailField = (props: TextFieldProps) => (
  <TextField autoComplete="username" {...props} type="email" autoCapitalize="none" spellCheck={false} />
)
