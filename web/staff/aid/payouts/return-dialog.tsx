/** Records that money of a payment came back to our bank. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call } from '../../../api/client.ts'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { amountField, dayField, nairaIn } from './fields.tsx'
import type { PaymentDialogProps } from './payout.ts'

export function ReturnDialog({ payout, onDone, onClose }: PaymentDialogProps) {
  const { id, state, returned } = payout
  if (state !== 'sent' && state !== 'confirmed' && state !== 'disputed') return null
  return (
    <FormDialog
      title={words.returnTitle}
      lead={returned > 0 ? words.returnedBefore(formatNaira(returned)) : words.returnLead}
      fields={[amountField('amount'), dayField('on')]}
      words={{ button: words.record, done: words.returnRecorded, failed: words.notReturned }}
      send={(typed, bearer) => {
        const amount = nairaIn(typed('amount')).naira ?? 0
        const body = { expected_state: state, expected_returned: returned, amount, on: typed('on') }
        return call('POST /api/admin/payouts/:id/returned', { params: { id }, body, bearer })
      }}
      onDone={onDone}
      // Reloads the amount that came back in the open dialog.
      onRefused={onDone}
      onClose={onClose}
    />
  )
}
