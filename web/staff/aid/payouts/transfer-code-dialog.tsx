/** The code that the payment provider asks for before it sends a transfer: entered, or requested again. */
import { useState } from 'react'
import { TRANSFER_CODE } from '../../../../contract/aid/payout-fields.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { transferCodes as words } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import type { PaymentDialogProps } from './disbursement-props.ts'
import { paymentName } from './payment-name.ts'

export function TransferCodeDialog({ disbursement, onDone, onClose }: PaymentDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [resending, setResending] = useState(false)
  const params = { id: disbursement.id }
  const { busy, onSubmit, field } = useForm({
    names: ['code'],
    check: (typed) => ({ code: TRANSFER_CODE.test(typed('code').trim()) ? undefined : words.missing }),
    async send(typed) {
      const body = { code: typed('code').trim() }
      const sending = call('POST /api/admin/disbursements/:id/code', { params, body, bearer })
      await outcome(sending, { done: words.sent, failed: words.notSent })
      // Also after a refusal: a wrong code ends the transfer.
      onDone()
    },
  })
  const resend = async () => {
    setResending(true)
    const asking = call('POST /api/admin/disbursements/:id/new-code', { params, bearer })
    await outcome(asking, { done: words.resent, failed: words.notResent })
    setResending(false)
  }
  return (
    <Dialog title={words.title} lead={words.lead(paymentName(disbursement))} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <TextField
          {...field('code')}
          label={words.code}
          hint={words.hint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <DialogButtons text={words.send} busyText={words.sending} busy={busy} onClose={onClose} />
        <Button look="quiet" busy={resending} onClick={() => void resend()}>
          {words.resend}
        </Button>
      </form>
    </Dialog>
  )
}
