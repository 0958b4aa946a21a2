/** Proposes a payment under a granted award: how it reaches the applicant, and how much. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { call, type CallRequest } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { nairaIn } from './typed-naira-field.ts'
import { checkWay, EVERY_KIND, WAY_FIELDS, WayFields, wayOf, type Way } from './way-fields.tsx'

type Body = CallRequest<'POST /api/admin/awards/:id/disbursements'>['body']

interface DisburseDialogProps {
  award: AwardJson
  onProposed: () => void
  onClose: () => void
}

export function DisburseDialog({ award: { id, left, receiving }, onProposed, onClose }: DisburseDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [kind, setKind] = useState<Way>(receiving.way === 'cash' ? 'cash' : 'bank')
  const [send] = useState(() =>
    createSender((body: Body, idempotencyKey) =>
      call('POST /api/admin/awards/:id/disbursements', { params: { id }, body, bearer, idempotencyKey }),
    ),
  )
  const { busy, onSubmit, field } = useForm({
    names: ['amount', ...WAY_FIELDS],
    check: (typed) => ({
      amount: nairaIn(typed('amount')).fault,
      ...checkWay(kind, typed),
    }),
    async send(typed) {
      const { naira = 0 } = nairaIn(typed('amount'))
      if (kind === 'later') return
      const proposing = send({ ...wayOf(kind, typed), amount: naira })
      if (await outcome(proposing, { done: words.proposed, failed: words.notProposed })) onProposed()
    },
  })
  return (
    <Dialog title={words.proposeTitle} lead={words.proposeLead(formatNaira(left))} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <WayFields receiving={receiving} ways={EVERY_KIND} way={kind} onWay={setKind} field={field} />
        <TextField
          {...field('amount')}
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={String(left)}
        />
        <DialogButtons text={awards.send} busyText={awards.sending} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
