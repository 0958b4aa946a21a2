/** The text of an administrator's action: a reason, a note, a request for documents. An empty one is refused where it is required. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { forms } from '#words/office/administration.ts'
import { DialogButtons } from './dialog-buttons.tsx'

export interface ReasonFormProps {
  label: string
  hint: string
  /** The error for an empty text; undefined where it is optional. */
  missing: string | undefined
  charactersMax: number
  button: string
  /** @returns whether it was saved: the form is then emptied */
  onSend: (text: string) => Promise<boolean>
  /** In a dialog: closes it. */
  onClose?: () => void
  /** Storage for an unsent text; without it nothing is kept. */
  draft?: { readonly read: () => string; readonly keep: (text: string) => void }
  /** Shows further errors, at each press. @returns true without errors */
  check?: () => boolean
  /** Further fields, above. */
  children?: ReactNode
}

/** Moves the focus to the end of the text of a form. */
export function focusText(form: HTMLElement | null): void {
  const text = form?.querySelector('textarea')
  text?.focus()
  text?.setSelectionRange(text.value.length, text.value.length)
}

export function ReasonForm({ label, hint, missing, charactersMax, onSend, onClose, check, ...rest }: ReasonFormProps) {
  const { draft } = rest
  const [text, setText] = useState(() => draft?.read() ?? '')
  const write = (news: string) => {
    setText(news)
    draft?.keep(news)
  }
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const reason = text.trim()
    const nothingWritten = reason === '' ? missing : undefined
    setFault(nothingWritten)
    const nothingElse = check?.() ?? true
    if (nothingWritten !== undefined || !nothingElse) return focusFirstFault(form)
    setBusy(true)
    if (await onSend(reason)) write('')
    else focusFirstFault(form)
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
          write(event.target.value)
          setFault(undefined)
        }}
      />
      {onClose ? (
        <DialogButtons text={rest.button} busy={busy} onClose={onClose} />
      ) : (
        <Button type="submit" look="outline" className="justify-self-start" busy={busy}>
          {busy ? forms.busy : rest.button}
        </Button>
      )}
    </form>
  )
}

/** The fault is shown first. A refusal that marks no field leaves the focus where it is. */
function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const fault = [...form.querySelectorAll('.field-error')].find(({ textContent }) => textContent !== '')
    fault?.closest('.field')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  })
}
