/** The fields of the form, in three steps, with the spec's labels. */
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { URGENCIES, DESCRIPTION_CHARACTERS_MAX } from '../../../contract/aid/application-fields.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { EmailField, TextField } from '../../ui/text-field.tsx'
import { site } from '../../words/site.ts'
import { typeName } from '../../words/type-name.ts'
import { aid as words } from '#words/aid/aid.ts'
import type { FieldLine } from './field-line.ts'
import type { FormName } from './form-steps.ts'

/** The details already in the profile. */
export interface Known {
  readonly phone: string
  readonly address: string
}

interface FieldsProps {
  line: (name: FormName) => FieldLine
  /** Whether its step is open. */
  shown: boolean
}

export function AccountFields({ line, shown }: FieldsProps) {
  return (
    <Part title={words.you} shown={shown}>
      <NameFields line={line} />
      <EmailField {...line('email')} hint={words.hints.email} />
      <PasswordField {...line('password')} autoComplete="new-password" rated />
      <PasswordField {...line('confirm_password')} autoComplete="new-password" />
    </Part>
  )
}

export function NameFields({ line }: Pick<FieldsProps, 'line'>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...line('first_name')} autoComplete="given-name" />
      <TextField {...line('last_name')} autoComplete="family-name" />
    </div>
  )
}

export function ReachFields({ line, shown, known, children }: FieldsProps & { known?: Known; children?: ReactNode }) {
  return (
    <Part title={words.reach} shown={shown}>
      {children}
      <TextField
        {...line('phone')}
        hint={words.hints.phone}
        type="tel"
        autoComplete="tel"
        defaultValue={known?.phone}
      />
      <TextArea
        {...line('address')}
        hint={words.hints.address}
        rows={2}
        className="aid-short"
        autoComplete="street-address"
        defaultValue={known?.address}
      />
    </Part>
  )
}

type NeedName = 'aid_type' | 'description' | 'amount_requested' | 'urgency'

interface NeedFieldsProps {
  line: (name: NeedName) => FieldLine
  shown: boolean
  title?: string
}

export function NeedFields({ line, shown, title = words.need }: NeedFieldsProps) {
  return (
    <Part title={title} shown={shown}>
      <WhatFields line={line} />
      <HowMuchFields line={line} />
    </Part>
  )
}

export function WhatFields({ line }: Pick<NeedFieldsProps, 'line'>) {
  const { readOnly: _type, ...type } = line('aid_type')
  return (
    <>
      <SelectField {...type} none={words.chooseType} options={site.offered.map((name) => [name, typeName(name)])} />
      <DescriptionField {...line('description')} hint={words.hints.description} />
    </>
  )
}

export function HowMuchFields({ line }: Pick<NeedFieldsProps, 'line'>) {
  const { readOnly: _urgency, ...urgency } = line('urgency')
  return (
    <>
      <AmountField {...line('amount_requested')} required={false} />
      <SelectField
        {...urgency}
        required={false}
        note={words.optional}
        none={words.noUrgency}
        options={URGENCIES.map((name) => [name, words.urgencies[name]])}
      />
    </>
  )
}

interface PartProps {
  title: string
  shown?: boolean
  children: ComponentProps<'div'>['children']
}

/** Hidden fields keep their text, and the browser validates and sends nothing on its own. */
export function Part({ title, shown = true, children }: PartProps) {
  return (
    <fieldset className="aid-part" hidden={!shown}>
      <legend>
        <h2 tabIndex={-1}>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
}

/** First texts of the fields, where it is not a new request. */
interface Given {
  defaultValue?: string
}

/** Text, not a number input: that would drop what it cannot parse, and a mouse wheel would change it. */
export function AmountField({ label, error, ...rest }: FieldLine & Given) {
  return (
    <Field label={label} note={words.optional} hint={words.hints.amount} error={error}>
      {(control) => (
        <div className="prefixed">
          <span aria-hidden="true">₦</span>
          <input {...rest} {...control} type="text" inputMode="decimal" autoComplete="off" className="input" />
        </div>
      )}
    </Field>
  )
}

/** From here on the remaining characters are shown. */
const NEAR_THE_END = 500
/** Announced to screen readers once per this many characters, not at every keystroke. */
const HEARD_EVERY = 100

const countOf = (left: number) => (left >= 0 ? words.charactersLeft(left) : words.charactersOver(-left))

interface DescriptionProps extends FieldLine, Given {
  hint: string
  ref?: Ref<HTMLTextAreaElement>
}

export function DescriptionField({ label, hint, error, onInput, ...rest }: DescriptionProps) {
  const [left, setLeft] = useState(DESCRIPTION_CHARACTERS_MAX)
  const isNear = left <= NEAR_THE_END
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <textarea
            {...rest}
            {...control}
            className="input"
            rows={7}
            onInput={(event) => {
              setLeft(DESCRIPTION_CHARACTERS_MAX - event.currentTarget.value.trim().length)
              onInput(event)
            }}
          />
          <p aria-hidden="true" className={left < 0 ? 'aid-count field-error' : 'aid-count field-hint'}>
            {isNear && countOf(left)}
          </p>
          <output className="sr-only">{isNear && countOf(Math.ceil(left / HEARD_EVERY) * HEARD_EVERY)}</output>
        </>
      )}
    </Field>
  )
}
