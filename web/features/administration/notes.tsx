/** The reviewers' notes on a request. The applicant never sees them. */
import { useState, type FormEvent } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../contract/admin-fields.ts'
import type { ApplicationDetailsJson } from '../../../contract/admin.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { review as words } from '#words/review.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { dayAndTimeOf } from '../account/moment.ts'
import { useAdministration } from './administration.ts'
import { nameOfPerson } from './people.ts'

interface NotesProps {
  id: string
  notes: ApplicationDetailsJson['notes']
  onChanged: () => void
}

export function Notes({ id, notes, onChanged }: NotesProps) {
  const { bearer, onRefusal } = useAdministration()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (text.trim() === '') return setFault(words.noteMissing)
    setBusy(true)
    try {
      await call('POST /api/admin/applications/:id/notes', { params: { id }, body: { text: text.trim() }, bearer })
      setText('')
      showToast({ kind: 'plain', title: toasts.noteAdded })
      onChanged()
    } catch (problem) {
      if (!onRefusal(problem)) sayFailed(toasts.noteNotAdded, problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={words.notes}>
      <p className="mt-2 text-soft">{notes.length === 0 ? words.noNotes : words.notesHint}</p>
      <ul className="rows mt-3">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="request-text">{note.text}</p>
            <p className="mt-1 text-sm wrap-anywhere text-soft">
              {words.askedBy(nameOfPerson(note.by), dayAndTimeOf(note.created_at))}
            </p>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 grid gap-3">
        <Field label={words.note} hint={words.notesHint} error={fault}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              value={text}
              readOnly={busy}
              maxLength={REVIEW_CHARACTERS_MAX}
              onChange={(event) => {
                setText(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
        <Button type="submit" look="outline" busy={busy} className="justify-self-start">
          {busy ? words.saving : words.addNote}
        </Button>
      </form>
    </Card>
  )
}
