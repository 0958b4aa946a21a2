/** Asks for the words that go with a decision: a rejection and a request for papers need them, the others may have them. */
import { useState, type FormEvent } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../contract/admin-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { review as words } from '#words/review.ts'

export type DecisionKind = 'approved' | 'rejected' | 'pending' | 'papers'

const FORMS: Readonly<
  Record<DecisionKind, { label: string; hint: string; button: string; missing: string | undefined }>
> = {
  approved: { label: words.reason, hint: words.reasonHint, button: words.approve, missing: undefined },
  rejected: { label: words.reason, hint: words.reasonHint, button: words.reject, missing: words.reasonMissing },
  pending: { label: words.reason, hint: words.reasonHint, button: words.toPending, missing: undefined },
  papers: {
    label: words.papersText,
    hint: words.papersHint,
    button: words.askPapers,
    missing: words.papersMissing,
  },
}

interface DecisionDialogProps {
  kind: DecisionKind
  busy: boolean
  onDecide: (text: string) => void
  onClose: () => void
}

export function DecisionDialog({ kind, busy, onDecide, onClose }: DecisionDialogProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const { label, hint, button, missing } = FORMS[kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (missing !== undefined && text.trim() === '') return setFault(missing)
    onDecide(text.trim())
  }
  return (
    <Dialog {...words.dialogs[kind]} onClose={onClose}>
      <form onSubmit={submit} noValidate className="mt-5 grid gap-5">
        <Field label={label} hint={hint} error={fault} {...(missing === undefined && { note: words.optional })}>
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} className="grow">
            {busy ? words.saving : button}
          </Button>
          <Button look="outline" className="grow" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
