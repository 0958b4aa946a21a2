/** Records that money of a payment came back to our bank. */
import { call } from '../../../api/client.ts'
import { dayIn } from '../../../lib/days.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { DayField } from './day-field.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { PaymentDialogProps } from './payout-props.ts'
import { nairaIn } from './typed-naira-field.ts'

export function ReturnDialog({ payout, onDone, onClose }: PaymentDialogProps) {
  const { id, state } = payout
  if (state !== 'sent' && state !== 'confirmed' && state !== 'disputed') return null
  return (
    <FormDialog
      title={words.returnTitle}
      lead={words.returnLead}
      names={['amount', 'on']}
      check={(typed) => ({
        amount: nairaIn(typed('amount')).fault,
        on: dayIn(typed('on')) === undefined ? words.dayMissing : undefined,
      })}
      words={{ button: words.record, busy: words.recording, done: words.returnRecorded, failed: words.notReturned }}
      send={(typed, bearer) => {
        const body = { expected_state: state, amount: nairaIn(typed('amount')).naira ?? 0, on: typed('on') }
        return call('POST /api/admin/payouts/:id/returned', { params: { id }, body, bearer })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField {...field('amount')} label={words.amount} inputMode="decimal" autoComplete="off" />
          <DayField {...field('on')} />
        </>
      )}
    </FormDialog>
  )
}
