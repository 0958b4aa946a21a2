/** Counting the cash that a person holds: a dialog to record a count, and a count that waits for a second person. */
import { AMOUNT_KOBO_MAX, formatNaira } from '../../../../contract/platform/money.ts'
import { LOSS_CHARACTERS_MAX } from '../../../../contract/aid/payout-fields.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { payments } from '#words/aid/admin-payouts.ts'
import { counts as words } from '#words/aid/admin-transfers.ts'
import { Decision } from '../../desk/parts/decision.tsx'
import { lineField, textField } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { nairaFromZero } from '../../desk/parts/typed-naira.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

export type Holder = CallReply<'GET /api/admin/cash'>['items'][number]

/** Also nothing: an empty envelope can be counted. */
const countedIn = (typed: string) => nairaFromZero(typed, AMOUNT_KOBO_MAX, words.notAnAmount)

export function CountDialog({ held, ...end }: DialogEnd & { held: Holder }) {
  const send = useSendOnce('POST /api/admin/cash/counts')
  return (
    <FormDialog
      title={words.title(nameOfPerson(held.holder))}
      lead={words.lead}
      fields={[
        lineField('counted', (text) => countedIn(text).fault, {
          label: words.counted,
          hint: words.countedHint,
          inputMode: 'decimal',
        }),
        textField('reason', () => undefined, {
          label: words.reason,
          hint: words.reasonHint(formatNaira(held.amount)),
          required: false,
          maxLength: LOSS_CHARACTERS_MAX,
          rows: 3,
        }),
      ]}
      check={(typed) => {
        const { naira } = countedIn(typed('counted'))
        const differs = naira !== undefined && naira !== held.amount
        return differs && typed('reason').trim() === '' ? { reason: words.reasonMissing } : {}
      }}
      words={{
        button: payments.record,
        busy: payments.recording,
        done: words.recorded,
        failed: words.notRecorded,
      }}
      send={(typed) => {
        const reason = typed('reason').trim()
        const counted = countedIn(typed('counted')).naira ?? 0
        return send({ body: { holder: held.holder.user_id, counted, ...(reason !== '' && { reason }) } })
      }}
      {...end}
    />
  )
}

/** The count of a holder that waits, or when their cash was last counted. */
export function CountState({ held, onChanged }: { held: Holder; onChanged: () => void }) {
  const { count, last_count: last, holder } = held
  if (!count)
    return (
      last && <p className="text-sm text-soft">{words.last(difference(last), formatDayAndTime(last.counted_at))}</p>
    )
  return (
    <Decision decision={count} name={nameOfPerson(holder)} className="mt-3" onChanged={onChanged}>
      <p className="mt-1">{words.compared(formatNaira(count.counted), formatNaira(count.booked), difference(count))}</p>
    </Decision>
  )
}

function difference({ counted, booked }: { readonly counted: number; readonly booked: number }): string {
  if (counted === booked) return words.same
  return counted < booked ? words.missing(formatNaira(booked - counted)) : words.tooMuch(formatNaira(counted - booked))
}
