/** Proposes a payment under a granted award: how it reaches the applicant, and how much. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { call, type CallRequest } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nairaIn } from './typed-naira-field.ts'
import { checkWay, EVERY_KIND, WAY_FIELDS, WayFields, wayOf, type Way } from './way-fields.tsx'

type Body = CallRequest<'POST /api/admin/awards/:id/payouts'>['body']

interface DisburseDialogProps {
  award: AwardJson
  onProposed: () => void
  onClose: () => void
}

export function DisburseDialog({ award: { id, left, receiving }, onProposed, onClose }: DisburseDialogProps) {
  const { bearer } = useAdministration()
  const [kind, setKind] = useState<Exclude<Way, 'later'>>(receiving.way === 'cash' ? 'cash' : 'bank')
  const [send] = useState(() =>
    createSender((body: Body, idempotencyKey) =>
      call('POST /api/admin/awards/:id/payouts', { params: { id }, body, bearer, idempotencyKey }),
    ),
  )
  return (
    <FormDialog
      title={words.proposeTitle}
      lead={words.proposeLead(formatNaira(left))}
      names={['amount', ...WAY_FIELDS]}
      check={(typed) => ({ amount: nairaIn(typed('amount')).fault, ...checkWay(kind, typed) })}
      words={{ button: awards.send, busy: awards.sending, done: words.proposed, failed: words.notProposed }}
      send={(typed) => send({ ...wayOf(kind, typed), amount: nairaIn(typed('amount')).naira ?? 0 })}
      onDone={onProposed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <WayFields
            receiving={receiving}
            ways={EVERY_KIND}
            way={kind}
            onWay={(way) => way !== 'later' && setKind(way)}
            field={field}
          />
          <TextField
            {...field('amount')}
            label={words.amount}
            hint={words.amountHint}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={String(left)}
          />
        </>
      )}
    </FormDialog>
  )
}
