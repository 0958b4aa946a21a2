/** Changes one sheet of the draft. */
import { useState, type ChangeEvent } from 'react'
import { TEXT_LANGUAGES } from '../../../../contract/platform/text-fields.ts'
import { ROW_ICONS } from '../../../../contract/platform/named-row-limits.ts'
import { call } from '../../../api/client.ts'
import { useKnownFunds } from '../../../lib/funds.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { adminFunds } from '#words/money/admin-funds.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import type { OrganisationView, Sheet, SheetField } from './steps.ts'

interface SheetDialogProps {
  sheet: Sheet
  onSaved: (view: OrganisationView) => void
  /** The draft may have changed meanwhile. */
  onRefused: () => void
  onClose: () => void
}

export function SheetDialog({ sheet, onSaved, onRefused, onClose }: SheetDialogProps) {
  const { title, lead, fields, write, revision, send, button = words.saving.button, done = words.saving.done } = sheet
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  return (
    <FormDialog
      title={title}
      lead={lead}
      names={fields.map(({ name }) => name)}
      words={{ ...words.saving, button, done }}
      send={(typed, bearer) => {
        const read = (name: string) => {
          const text = typed(name).trim()
          // Text that is one line for visitors may be pasted in several.
          return kinds.get(name) === 'long' ? text.replaceAll(/\s*\n\s*/g, ' ') : text.replaceAll('\r\n', '\n')
        }
        if (send) return send(read, bearer)
        const content = write(read)
        return call('PUT /api/admin/organisation/draft', { body: { revision, content }, bearer })
      }}
      onDone={onSaved}
      onRefused={onRefused}
      onClose={onClose}
    >
      {({ field }) =>
        fields.map((each) => (
          <SheetControl key={each.name} {...each} props={{ ...field(each.name), required: each.isOptional !== true }} />
        ))
      }
    </FormDialog>
  )
}

interface FieldProps {
  name: string
  error: string | undefined
  readOnly: boolean
  required: boolean
  onInput: () => void
}

type ControlProps = SheetField & { props: FieldProps }

function SheetControl(field: ControlProps) {
  const { label, hint, value, kind, people = [], props } = field
  const texts = { ...props, label, hint, defaultValue: value }
  if (kind === 'language')
    return <ChoiceControl {...field} choices={TEXT_LANGUAGES.map((each) => [each, words.languages[each]])} />
  if (kind === 'offer') return <ChoiceControl {...field} choices={Object.entries(words.offers)} />
  if (kind === 'icon')
    return <ChoiceControl {...field} choices={ROW_ICONS.map((each) => [each, adminFunds.icons[each]])} />
  if (kind === 'fund') return <FundControl {...field} />
  if (kind === 'person')
    return (
      <ChoiceControl
        {...field}
        none={words.noAdministrator}
        choices={people.map((each) => [each.user_id, `${nameOfPerson(each)}, ${each.email}`])}
      />
    )
  if (kind === 'photo') return <PhotoControl {...field} />
  if (kind === 'day') return <TextField {...texts} type="date" />
  if (kind === 'long' || kind === 'lines') return <TextArea {...texts} rows={3} />
  if (kind === 'formatted') return <TextArea {...texts} rows={10} />
  const isColour = kind === 'colour'
  return (
    <TextField
      {...texts}
      type={isColour ? 'color' : 'text'}
      className={isColour ? 'colour-input' : ''}
      autoComplete="off"
    />
  )
}

function FundControl(field: ControlProps) {
  const funds = useKnownFunds()
  return <ChoiceControl {...field} choices={funds.map(({ fund, title }) => [fund, title])} />
}

function ChoiceControl({
  label,
  hint,
  value,
  props,
  choices,
  none,
}: ControlProps & { choices: readonly [string, string][]; none?: string }) {
  return (
    <SelectField
      label={label}
      hint={hint}
      error={props.error}
      name={props.name}
      defaultValue={value}
      onInput={props.onInput}
      none={none}
      options={choices}
    />
  )
}

/** A file that cannot be shown is refused here, before the story is sent. */
function PhotoControl({ label, hint, choose, props }: ControlProps) {
  const [fault, setFault] = useState('')
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    props.onInput()
    const [file] = currentTarget.files ?? []
    const found = file && choose ? await choose(file) : ''
    setFault(found)
    if (found !== '') currentTarget.value = ''
  }
  return (
    <Field label={label} hint={hint} error={props.error ?? (fault || undefined)}>
      {(control) => (
        <input
          {...control}
          type="file"
          name={props.name}
          accept="image/jpeg,image/png,image/webp"
          className="input"
          onChange={(event) => void take(event)}
        />
      )}
    </Field>
  )
}
