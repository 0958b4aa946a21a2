/** Changes one step in the draft. Another administrator's change since is never overwritten: the server refuses this one. */
import type { OrganisationStep } from '../../../../contract/office/organisation-fields.ts'
import { call } from '../../../api/client.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { readField, STEPS, type FieldName, type OrganisationView } from './steps.ts'

interface StepDialogProps {
  step: OrganisationStep
  view: OrganisationView
  onSaved: (view: OrganisationView) => void
  onClose: () => void
}

export function StepDialog({ step, view, onSaved, onClose }: StepDialogProps) {
  const { bearer } = useAdministration()
  const { revision, content } = view.draft
  const { fields, write } = STEPS[step]
  return (
    <FormDialog
      title={words.steps[step].title}
      lead={words.steps[step].lead}
      names={fields.map((path): FieldName => `content.${path}`)}
      words={words.saving}
      send={(typed) => {
        const changed = write(content, (path) => typed(`content.${path}`).trim())
        return call('PUT /api/admin/organisation/draft', { body: { revision, content: changed }, bearer })
      }}
      onDone={onSaved}
      onClose={onClose}
    >
      {({ field }) =>
        fields.map((path) => (
          <TextField
            key={path}
            {...field(`content.${path}`)}
            {...words.fields[path]}
            type={path.startsWith('look.') ? 'color' : 'text'}
            className={path.startsWith('look.') ? 'colour-input' : ''}
            defaultValue={readField(content, path)}
            autoComplete="off"
          />
        ))
      }
    </FormDialog>
  )
}
