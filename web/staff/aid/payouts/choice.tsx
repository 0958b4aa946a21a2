/** A choice that nobody has made yet: nothing is recorded by mistake. */
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'

interface ChoiceProps {
  name: string
  label: string
  error: string | undefined
  options: readonly (readonly [value: string, text: string])[]
}

export function Choice({ name, label, error, options }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} name={name} defaultValue="">
          <option value="">{words.chooseOne}</option>
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
