/** Confirms a removal, and stays open until it is done: with the reason if it is refused. */
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureSentence } from '../../api/failure-sentence.ts'

interface ConfirmDialogProps {
  title: string
  lead: string
  confirm: string
  confirming: string
  keep: string
  /** Does it, and closes the dialog when done. @throws when it is refused */
  onConfirm: () => Promise<void>
  onClose: () => void
  /** The second step, while it is required. */
  step: ReactNode
}

export function ConfirmDialog({
  title,
  lead,
  confirm,
  confirming,
  keep,
  onConfirm,
  onClose,
  step,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const press = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await onConfirm()
    } catch (problem) {
      console.warn(title, problem)
      setFault(failureSentence(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} lead={lead} {...((!busy || step) && { onClose })}>
      {step}
      <p role="alert" className="field-error">
        {fault}
      </p>
      {!step && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button busy={busy} className="grow" onClick={() => void press()}>
            {busy ? confirming : confirm}
          </Button>
          <Button look="outline" className="grow" onClick={busy ? undefined : onClose}>
            {keep}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
