/** One of several, chosen in the browser's own list. */
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { receiving as words } from '#words/aid/award.ts'

interface ChoiceProps {
  label: string
  name: string
  error?: string | undefined
  value?: string
  /** The initial choice, if the browser holds the choice. */
  before?: string
  onChange?: (value: string) => void
  children: ReactNode
}

export function Choice({ label, name, error, value, before = '', onChange, children }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          name={name}
          {...(value === undefined ? { defaultValue: before } : { value })}
          onChange={({ target }) => onChange?.(target.value)}
        >
          {value === undefined && <option value="">{words.chooseOne}</option>}
          {children}
        </Select>
      )}
    </Field>
  )
}
