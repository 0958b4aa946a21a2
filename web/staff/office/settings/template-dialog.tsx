/** Edits a template. A colleague's edit in the meantime is never overwritten: the server refuses this one, and the text stays. */
import { useState, type FormEvent } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import { TEMPLATE_TITLE_CHARACTERS_MAX } from '../../../../contract/aid/reason-fields.ts'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { settings as words } from '#words/office/admin-settings.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import type { Template } from '../../aid/templates/template.ts'

interface TemplateDialogProps {
  template: Template
  onSaved: () => void
  onClose: () => void
}

export function TemplateDialog({ template, onSaved, onClose }: TemplateDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [title, setTitle] = useState(template.title)
  const [text, setText] = useState(template.text)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const faults = {
    title: isChecked && title.trim() === '' ? words.nameMissing : undefined,
    text: isChecked && text.trim() === '' ? words.textMissing : undefined,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (busy || title.trim() === '' || text.trim() === '') return
    setBusy(true)
    const { version, title: _title, text: _text, ...key } = template
    const body = { ...key, title: title.trim(), text: text.trim(), expected_version: version }
    const saving = call('PUT /api/admin/reason-templates', { body, bearer })
    const isSaved = await outcome(saving, { done: words.saved, failed: words.notSaved })
    setBusy(false)
    if (isSaved) onSaved()
  }
  return (
    <Dialog title={words.dialog(template.title)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-5 grid gap-5">
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={title}
          maxLength={TEMPLATE_TITLE_CHARACTERS_MAX}
          error={faults.title}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={words.text}
          hint={words.textHint}
          error={faults.text}
          value={text}
          rows={10}
          maxLength={REVIEW_CHARACTERS_MAX}
          onChange={(event) => setText(event.target.value)}
        />
        <DialogButtons text={words.save} busyText={words.saving} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
