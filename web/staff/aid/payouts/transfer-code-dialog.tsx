/** The code that the payment provider asks for before it sends a transfer: entered, or requested again. */
import { useState } from 'react'
import { TRANSFER_CODE } from '../../../../contract/aid/payout-fields.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { transferCodes as words } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { lineField } from '../../desk/parts/form-fields.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { paymentName, type PaymentDialogProps } from './payout.ts'

export function TransferCodeDialog({ payout, onDone, onClose }: PaymentDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [resending, setResending] = useState(false)
  const params = { id: payout.id }
  const resend = async () => {
    setResending(true)
    const asking = call('POST /api/admin/payouts/:id/new-code', { params, bearer })
    await outcome(asking, { done: words.resent, failed: words.notResent })
    setResending(false)
  }
  return (
    <FormDialog
      title={words.title}
      lead={words.lead(paymentName(payout))}
      fields={[
        lineField('code', (text) => (TRANSFER_CODE.test(text.trim()) ? undefined : words.missing), {
          label: words.code,
          hint: words.hint,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          maxLength: 8,
        }),
      ]}
      words={{ button: words.send, done: words.sent, failed: words.notSent }}
      send={(typed, bearer) => {
        const body = { code: typed('code').trim() }
        return call('POST /api/admin/payouts/:id/code', { params, body, bearer })
      }}
      onDone={onDone}
      // A wrong code ends the transfer.
      onRefused={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      <Button look="quiet" busy={resending} onClick={() => void resend()}>
        {words.resend}
      </Button>
    </FormDialog>
  )
}
