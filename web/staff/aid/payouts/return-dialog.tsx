/** Records that money of a payment came back to our bank. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { amountField, dayField, nairaIn } from './fields.tsx'
import type { PaymentDialogProps } from './payout.ts'

export function ReturnDialog({ payout, onDone, onClose }: PaymentDialogProps) {
  const { id, state, returned } = payout
  const [returnedBefore] = useState(returned)
  if (state !== 'sent' && state !== 'confirmed' && state !== 'disputed') return null
  return (
    <FormDialog
      title={words.returnTitle}
      lead={words.returnLead}
      fields={[amountField('amount'), dayField('on')]}
      words={{ button: words.record, done: words.returnRecorded, failed: words.notReturned }}
      send={(typed, bearer) => {
        const amount = nairaIn(typed('amount')).naira ?? 0
        const body = { expected_state: state, expected_returned: returnedBefore, amount, on: typed('on') }
        return call('POST /api/admin/payouts/:id/returned', { params: { id }, body, bearer })
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
