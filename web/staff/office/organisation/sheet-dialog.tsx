/** Changes one sheet of the draft. */
import { TEXT_LANGUAGES } from '../../../../contract/platform/text-fields.ts'
import { call } from '../../../api/client.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { OrganisationView, Sheet, SheetField } from './steps.ts'

interface SheetDialogProps {
  sheet: Sheet
  onSaved: (view: OrganisationView) => void
  /** The draft may have changed meanwhile. */
  onRefused: () => void
  onClose: () => void
}

export function SheetDialog({ sheet, onSaved, onRefused, onClose }: SheetDialogProps) {
  const { bearer } = useAdministration()
  const { title, lead, fields, write, revision, button = words.saving.button } = sheet
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  return (
    <FormDialog
      title={title}
      lead={lead}
      names={fields.map(({ name }) => name)}
      words={{ ...words.saving, button }}
      send={(typed) => {
        const content = write((name) => {
          const text = typed(name).trim()
          // What is one line for visitors may be pasted in several.
          return kinds.get(name) === 'long' ? text.replaceAll(/\s*\n\s*/g, ' ') : text.replaceAll('\r\n', '\n')
        })
        return call('PUT /api/admin/organisation/draft', { body: { revision, content }, bearer })
      }}
      onDone={onSaved}
      onRefused={onRefused}
      onClose={onClose}
    >
      {({ field }) => fields.map((each) => <SheetControl key={each.name} {...each} props={field(each.name)} />)}
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

function SheetControl({ label, hint, value, kind, props }: SheetField & { props: FieldProps }) {
  const texts = { ...props, label, hint, defaultValue: value }
  if (kind === 'language')
    return (
      <Field label={label} hint={hint} error={props.error}>
        {(control) => (
          <Select {...control} name={props.name} defaultValue={value} onInput={props.onInput}>
            {TEXT_LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {words.languages[language]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  if (kind === 'long') return <TextArea {...texts} rows={3} />
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
