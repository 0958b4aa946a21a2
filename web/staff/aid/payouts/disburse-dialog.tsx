/** Proposes a payment under a granted award: how it reaches the applicant, and how much. */
import { useState } from 'react'
import {
  DISBURSEMENT_KINDS,
  ITEM_CHARACTERS_MAX,
  needsItem,
  type DisbursementKind,
} from '../../../../contract/aid/payout-fields.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { call, type CallRequest } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { awards, kinds, payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { Receiving } from './receiving.tsx'
import { PayeeChoice } from './payee-choice.tsx'
import { nairaIn } from './typed-naira-field.ts'

type Body = CallRequest<'POST /api/admin/awards/:id/disbursements'>['body']

interface DisburseDialogProps {
  award: AwardJson
  onProposed: () => void
  onClose: () => void
}

export function DisburseDialog({ award: { id, left, receiving }, onProposed, onClose }: DisburseDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [kind, setKind] = useState<DisbursementKind>(receiving.way === 'cash' ? 'cash' : DISBURSEMENT_KINDS[0])
  const [send] = useState(() =>
    createSender((body: Body, idempotencyKey) =>
      call('POST /api/admin/awards/:id/disbursements', { params: { id }, body, bearer, idempotencyKey }),
    ),
  )
  const { busy, onSubmit, field } = useForm({
    names: ['amount', 'item', 'payee'],
    check: (typed) => ({
      amount: nairaIn(typed('amount')).fault,
      item: needsItem(kind) && typed('item').trim() === '' ? words.itemMissing : undefined,
    }),
    async send(typed) {
      const { naira = 0 } = nairaIn(typed('amount'))
      const payee = typed('payee')
      const proposing = send({
        kind,
        amount: naira,
        ...(needsItem(kind) && { item: typed('item').trim() }),
        ...(payee !== '' && { payee }),
      })
      if (await outcome(proposing, { done: words.proposed, failed: words.notProposed })) onProposed()
    },
  })
  return (
    <Dialog title={words.proposeTitle} lead={words.proposeLead(formatNaira(left))} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <Receiving receiving={receiving} />
        <Field label={words.kind}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) => setKind(DISBURSEMENT_KINDS.find((each) => each === target.value) ?? kind)}
            >
              {DISBURSEMENT_KINDS.map((each) => (
                <option key={each} value={each}>
                  {kinds[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          {...field('amount')}
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={String(left)}
        />
        {(kind === 'bank' || kind === 'manual_bank') && (
          <PayeeChoice kind={kind} wished={receiving.way === 'vendor' ? (receiving.payee?.id ?? null) : null} />
        )}
        {needsItem(kind) && (
          <TextField {...field('item')} label={words.item} hint={words.itemHint} maxLength={ITEM_CHARACTERS_MAX} />
        )}
        <DialogButtons text={awards.send} busyText={awards.sending} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
