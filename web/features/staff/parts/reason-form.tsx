/** Words that go with what an administrator does: a reason, a note, a request for papers. Asked for once more where they are needed and missing. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { forms } from '#words/administration.ts'

interface ReasonFormProps {
  label: string
  hint: string
  /** Said where nothing was written; undefined where nothing need be. */
  missing: string | undefined
  charactersMax: number
  button: string
  /** What the button says while the words are on their way. */
  busyText: string
  /** Whether they arrived: then there is room for others. */
  onSend: (text: string) => Promise<boolean>
  /** In a dialog: leaves it. */
  onClose?: () => void
  /** Says what else is missing, at each press. @returns whether nothing is */
  check?: () => boolean
  /** Further fields, above. */
  children?: ReactNode
}

export function ReasonForm({ label, hint, missing, charactersMax, onSend, onClose, check, ...rest }: ReasonFormProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const reason = text.trim()
    const nothingWritten = reason === '' ? missing : undefined
    setFault(nothingWritten)
    const nothingElse = check?.() ?? true
    if (nothingWritten !== undefined || !nothingElse) return
    setBusy(true)
    if (await onSend(reason)) setText('')
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-5 grid gap-5">
      {rest.children}
      <TextArea
        label={label}
        {...(missing === undefined && { note: forms.optional })}
        hint={hint}
        error={fault}
        value={text}
        readOnly={busy}
        maxLength={charactersMax}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look={onClose ? 'primary' : 'outline'}
          busy={busy}
          {...(onClose && { className: 'grow' })}
        >
          {busy ? rest.busyText : rest.button}
        </Button>
        {onClose && (
          <Button look="outline" className="grow" onClick={onClose}>
            {forms.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
