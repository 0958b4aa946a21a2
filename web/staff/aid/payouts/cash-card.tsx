/** Cash that each person holds for handing over, with forms to draw it and pay it in. */
import { AMOUNT_KOBO_MAX, formatNaira } from '../../../../contract/platform/money.ts'
import { CASH_DIRECTIONS, LOSS_CHARACTERS_MAX } from '../../../../contract/aid/payout-fields.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cash as words, payments } from '#words/aid/admin-payouts.ts'
import { counts } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { choiceField, lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { nairaFromZero } from '../../desk/parts/typed-naira.ts'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { amountField, dayField, nairaIn } from './fields.tsx'

export function CashCard() {
  return (
    <Card title={words.title}>
      <p className="mt-1 text-soft">{words.lead}</p>
      <EndpointPart
        from="GET /api/admin/cash"
        input={{}}
        failed={words.notLoaded}
        skeleton={<Skeleton className="mt-4 block h-16" />}
      >
        {({ items }, reload) => {
          const holding = items.filter(({ amount, count }) => amount > 0 || count !== null)
          return (
            <>
              {holding.length === 0 && <p className="mt-3">{words.none}</p>}
              <ul className="rows">
                {holding.map((held) => (
                  <li key={held.holder.user_id} className="py-4">
                    <HeldCash held={held} onChanged={reload} />
                  </li>
                ))}
              </ul>
              <May duty="handle_money">
                <Opener text={words.move} className="mt-4">
                  {(close) => <MoveDialog holders={items} onClose={close} onDone={reload} />}
                </Opener>
              </May>
            </>
          )
        }}
      </EndpointPart>
    </Card>
  )
}

function HeldCash({ held, onChanged }: { held: Holder; onChanged: () => void }) {
  const { holder, amount, moved_at: at, count } = held
  const name = nameOfPerson(holder)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-5 font-semibold">
        <span className="wrap-anywhere">{name}</span>
        <strong>{formatNaira(amount)}</strong>
      </p>
      {at !== null && <p className="text-sm text-soft">{words.lastMoved(formatDayAndTime(at))}</p>}
      <CountState held={held} onChanged={onChanged} />
      <May duty="handle_money">
        <Opener text={counts.count} when={!count} className="mt-3" aria-label={counts.countOf(name)}>
          {(close) => <CountDialog held={held} onClose={close} onDone={onChanged} />}
        </Opener>
      </May>
    </>
  )
}

function MoveDialog({ holders, ...end }: DialogEnd & { holders: readonly Holder[] }) {
  const { user } = useAdministration()
  const send = useSendOnce('POST /api/admin/cash')
  const others = holders.filter(({ holder }) => holder.user_id !== user.id)
  return (
    <FormDialog
      title={words.moveTitle}
      lead={words.moveLead}
      fields={[
        choiceField('holder', unless(payments.chooseOne), {
          label: words.holder,
          none: payments.chooseOne,
          options: others.map(({ holder, amount }) => [
            holder.user_id,
            words.holds(nameOfPerson(holder), formatNaira(amount)),
          ]),
        }),
        choiceField('direction', unless(payments.chooseOne), {
          label: words.direction,
          none: payments.chooseOne,
          options: CASH_DIRECTIONS.map((direction) => [direction, words.directions[direction]]),
        }),
        amountField('amount'),
        dayField('on'),
      ]}
      words={{ button: payments.record, done: words.moved, failed: words.notMoved }}
      send={(typed) => {
        const { naira: amount = 0 } = nairaIn(typed('amount'))
        const direction = CASH_DIRECTIONS.find((each) => each === typed('direction')) ?? CASH_DIRECTIONS[0]
        const held = others.find(({ holder }) => holder.user_id === typed('holder'))?.amount ?? 0
        return send({ body: { holder: typed('holder'), direction, amount, expected_held: held, on: typed('on') } })
      }}
      // Reloads the balances in the open dialog.
      onRefused={end.onDone}
      {...end}
    />
  )
}

type Holder = CallReply<'GET /api/admin/cash'>['items'][number]

/** Reads zero too: an empty envelope can be counted. */
const countedIn = (typed: string) => nairaFromZero(typed, AMOUNT_KOBO_MAX, counts.notAnAmount)

/** Counting the cash that a person holds: a dialog to record a count, and a count that waits for a second person. */
function CountDialog({ held, ...end }: DialogEnd & { held: Holder }) {
  const send = useSendOnce('POST /api/admin/cash/counts')
  return (
    <FormDialog
      title={counts.title(nameOfPerson(held.holder))}
      lead={counts.lead}
      fields={[
        lineField('counted', (text) => countedIn(text).fault, {
          label: counts.counted,
          hint: counts.countedHint,
          inputMode: 'decimal',
        }),
        textField('reason', () => undefined, {
          label: counts.reason,
          hint: counts.reasonHint(formatNaira(held.amount)),
          required: false,
          maxLength: LOSS_CHARACTERS_MAX,
          rows: 3,
        }),
      ]}
      check={(typed) => {
        const { naira } = countedIn(typed('counted'))
        const differs = naira !== undefined && naira !== held.amount
        return differs && typed('reason').trim() === '' ? { reason: counts.reasonMissing } : {}
      }}
      words={{
        button: payments.record,
        done: counts.recorded,
        failed: counts.notRecorded,
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
function CountState({ held, onChanged }: { held: Holder; onChanged: () => void }) {
  const { count, last_count: last, holder } = held
  if (!count)
    return (
      last && <p className="text-sm text-soft">{counts.last(difference(last), formatDayAndTime(last.counted_at))}</p>
    )
  return (
    <Decision decision={count} name={nameOfPerson(holder)} className="mt-3" onChanged={onChanged}>
      <p className="mt-1">
        {counts.compared(formatNaira(count.counted), formatNaira(count.booked), difference(count))}
      </p>
    </Decision>
  )
}

function difference({ counted, booked }: { readonly counted: number; readonly booked: number }): string {
  if (counted === booked) return counts.same
  return counted < booked
    ? counts.missing(formatNaira(booked - counted))
    : counts.tooMuch(formatNaira(counted - booked))
}
