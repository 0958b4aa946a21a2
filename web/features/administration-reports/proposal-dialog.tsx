/** Proposes what becomes of a payment, with the reason. A second administrator confirms it. */
import { useState, type FormEvent } from 'react'
import { PAYMENT_DECISION_CHARACTERS_MAX, type PaymentAction } from '../../../contract/admin-reports-fields.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { books as words } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { useAdministration } from '../administration/administration.ts'

interface ProposalDialogProps {
  payment: string
  action: PaymentAction
  onProposed: () => void
  onClose: () => void
}

export function ProposalDialog({ payment, action, onProposed, onClose }: ProposalDialogProps) {
  const { bearer, onRefusal } = useAdministration()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason.trim() === '') return setFault(words.reasonMissing)
    setBusy(true)
    try {
      await call('POST /api/admin/books/decisions', { body: { payment, action, reason: reason.trim() }, bearer })
      showToast({ kind: 'plain', title: toasts.proposed })
      onProposed()
    } catch (problem) {
      if (!onRefusal(problem)) sayFailed(toasts.notProposed, problem)
      setBusy(false)
    }
  }
  return (
    <Dialog {...words.dialogs[action]} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-5 grid gap-5">
        <Field label={words.reason} hint={words.reasonHint} error={fault}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              value={reason}
              readOnly={busy}
              maxLength={PAYMENT_DECISION_CHARACTERS_MAX}
              onChange={(event) => {
                setReason(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} className="grow">
            {busy ? words.proposing : words.propose}
          </Button>
          <Button look="outline" className="grow" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
