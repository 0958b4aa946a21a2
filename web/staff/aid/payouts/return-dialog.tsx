/** Records that money of a payment came back to our bank. */
import { call } from '../../../api/client.ts'
import { dayIn } from '../../../lib/days.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { DayField } from './day-field.tsx'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import type { PaymentDialogProps } from './disbursement-props.ts'
import { nairaIn } from './typed-naira-field.ts'

export function ReturnDialog({ disbursement, onDone, onClose }: PaymentDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const { id, state } = disbursement
  const { busy, onSubmit, field } = useForm({
    names: ['amount', 'on'],
    check: (typed) => ({
      amount: nairaIn(typed('amount')).fault,
      on: dayIn(typed('on')) === undefined ? words.dayMissing : undefined,
    }),
    async send(typed) {
      if (state !== 'sent' && state !== 'confirmed' && state !== 'disputed') return
      const body = { expected_state: state, amount: nairaIn(typed('amount')).naira ?? 0, on: typed('on') }
      const returning = call('POST /api/admin/disbursements/:id/returned', { params: { id }, body, bearer })
      if (await outcome(returning, { done: words.returnRecorded, failed: words.notReturned })) onDone()
    },
  })
  return (
    <Dialog title={words.returnTitle} lead={words.returnLead} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <TextField {...field('amount')} label={words.amount} inputMode="decimal" autoComplete="off" />
        <DayField {...field('on')} />
        <DialogButtons text={words.record} busyText={words.recording} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
