/** Edits a template. A colleague's edit in the meantime is never overwritten: the server refuses this one, and the text stays. */
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { TEMPLATE_TITLE_CHARACTERS_MAX } from '../../../../contract/aid/reason-fields.ts'
import { call } from '../../../api/client.ts'
import { settings as words } from '#words/office/admin-settings.ts'
import { lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { Template } from '../../aid/templates/template.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

export function TemplateDialog({ template, ...end }: DialogEnd & { template: Template }) {
  const { version, title, text, ...key } = template
  return (
    <FormDialog
      title={words.dialog(title)}
      fields={[
        lineField('title', unless(words.nameMissing), {
          label: words.name,
          hint: words.nameHint,
          defaultValue: title,
          maxLength: TEMPLATE_TITLE_CHARACTERS_MAX,
        }),
        textField('text', unless(words.textMissing), {
          label: words.text,
          hint: words.textHint,
          defaultValue: text,
          rows: 10,
          maxLength: REVIEW_CHARACTERS_MAX,
        }),
      ]}
      words={{ button: words.save, busy: words.saving, done: words.saved, failed: words.notSaved }}
      send={(typed, bearer) => {
        const body = { ...key, title: typed('title').trim(), text: typed('text').trim(), expected_version: version }
        return call('PUT /api/admin/reason-templates', { body, bearer })
      }}
      {...end}
    />
  )
}
