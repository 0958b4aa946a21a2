/** Edits a template. A colleague's edit in the meantime is never overwritten: the server refuses this one, and the text stays. */
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { TEMPLATE_TITLE_CHARACTERS_MAX } from '../../../../contract/aid/reason-fields.ts'
import { call } from '../../../api/client.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { settings as words } from '#words/office/admin-settings.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { Template } from '../../aid/templates/template.ts'

interface TemplateDialogProps {
  template: Template
  onSaved: () => void
  onClose: () => void
}

export function TemplateDialog({ template, onSaved, onClose }: TemplateDialogProps) {
  const { version, title, text, ...key } = template
  return (
    <FormDialog
      title={words.dialog(title)}
      names={['title', 'text']}
      check={(typed) => ({
        title: typed('title').trim() === '' ? words.nameMissing : undefined,
        text: typed('text').trim() === '' ? words.textMissing : undefined,
      })}
      words={{ button: words.save, busy: words.saving, done: words.saved, failed: words.notSaved }}
      send={(typed, bearer) => {
        const body = { ...key, title: typed('title').trim(), text: typed('text').trim(), expected_version: version }
        return call('PUT /api/admin/reason-templates', { body, bearer })
      }}
      onDone={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField
            {...field('title')}
            label={words.name}
            hint={words.nameHint}
            defaultValue={title}
            maxLength={TEMPLATE_TITLE_CHARACTERS_MAX}
            autoComplete="off"
          />
          <TextArea
            {...field('text')}
            label={words.text}
            hint={words.textHint}
            defaultValue={text}
            rows={10}
            maxLength={REVIEW_CHARACTERS_MAX}
          />
        </>
      )}
    </FormDialog>
  )
}
