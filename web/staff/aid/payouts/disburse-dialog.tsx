/** Proposes a payment under a granted award: how it reaches the applicant, and how much. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { checkWay, EVERY_KIND, WAY_FIELDS, WayFields, wayOf, type Way } from './way-fields.tsx'
import { AmountField, nairaIn } from './fields.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

export function DisburseDialog({ award, ...end }: DialogEnd & { award: AwardJson }) {
  const { id, left, receiving } = award
  const [kind, setKind] = useState<Exclude<Way, 'later'>>(receiving.way === 'cash' ? 'cash' : 'bank')
  const send = useSendOnce('POST /api/admin/awards/:id/payouts')
  return (
    <FormDialog
      title={words.proposeTitle}
      lead={words.proposeLead(formatNaira(left))}
      names={['amount', ...WAY_FIELDS]}
      check={(typed) => ({ amount: nairaIn(typed('amount')).fault, ...checkWay(kind, typed) })}
      words={{ button: awards.send, busy: awards.sending, done: words.proposed, failed: words.notProposed }}
      send={(typed) => {
        const body = { ...wayOf(kind, typed), amount: nairaIn(typed('amount')).naira ?? 0 }
        return send({ params: { id }, body })
      }}
      {...end}
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
          <AmountField {...field('amount')} hint={words.amountHint} defaultValue={left} />
        </>
      )}
    </FormDialog>
  )
}
