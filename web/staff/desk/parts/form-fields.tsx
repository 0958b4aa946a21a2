/** Describes the fields of a dialog as data, each with its rule. */
import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '../../../lib/use-form.ts'
import { SelectField } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'

type Shown = ReturnType<ReturnType<typeof useForm<string>>['field']>
type FaultOf = (text: string) => string | undefined

export interface FormField<Name extends string> {
  readonly name: Name
  readonly faultOf: FaultOf
  readonly show: (field: Shown) => ReactNode
}

/** @returns finds the error of an empty text */
export const unless =
  (missing: string): FaultOf =>
  (text) =>
    text.trim() === '' ? missing : undefined

type Own<Props> = Omit<Props, 'name' | 'error'>

export const lineField = <Name extends string>(name: Name, faultOf: FaultOf, props: Own<TextFieldProps>) => ({
  name,
  faultOf,
  show: (field: Shown) => <TextField autoComplete="off" {...field} {...props} />,
})

export const textField = <Name extends string>(
  name: Name,
  faultOf: FaultOf,
  props: Own<ComponentProps<typeof TextArea>>,
) => ({ name, faultOf, show: (field: Shown) => <TextArea {...field} {...props} /> })

export const choiceField = <Name extends string>(
  name: Name,
  faultOf: FaultOf,
  props: Own<ComponentProps<typeof SelectField>>,
) => ({
  name,
  faultOf,
  show: ({ error, onInput }: Shown) => <SelectField name={name} error={error} onInput={onInput} {...props} />,
})
