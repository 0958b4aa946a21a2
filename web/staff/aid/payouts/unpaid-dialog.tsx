/** Cancels a payout whose account number was read, once someone has seen at our bank that it was not paid. */
import { call } from '../../../api/client.ts'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { PaymentDialogProps } from './payout.ts'

export function UnpaidDialog({ payout: { id }, onDone, onClose }: PaymentDialogProps) {
  const body = { expected_state: 'released', unpaid: true } as const
  return (
    <FormDialog
      title={words.maybePaid}
      lead={words.maybePaidLead}
      words={{ button: words.unpaid, back: awards.back, done: words.cancelled, failed: words.notCancelled }}
      send={(_, bearer) => call('POST /api/admin/payouts/:id/cancel', { params: { id }, body, bearer })}
      onDone={onDone}
      onRefused={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    />
  )
}
