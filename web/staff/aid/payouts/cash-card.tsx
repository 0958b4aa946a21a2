/** Cash that each person holds for handing over, with forms to draw it and pay it in. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import { CASH_DIRECTIONS } from '../../../../contract/aid/payout-fields.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cash as words, payments } from '#words/aid/admin-payouts.ts'
import { counts } from '#words/aid/admin-transfers.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { CountDialog, CountState, type Holder } from './cash-counts.tsx'
import { choiceField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { May } from '../../desk/may.tsx'
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
      {!count && (
        <May duty="handle_money">
          <Opener text={counts.count} className="mt-3" aria-label={counts.countOf(name)}>
            {(close) => <CountDialog held={held} onClose={close} onDone={onChanged} />}
          </Opener>
        </May>
      )}
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
          options: others.map(({ holder }) => [holder.user_id, nameOfPerson(holder)]),
        }),
        choiceField('direction', unless(payments.chooseOne), {
          label: words.direction,
          none: payments.chooseOne,
          options: CASH_DIRECTIONS.map((direction) => [direction, words.directions[direction]]),
        }),
        amountField('amount'),
        dayField('on'),
      ]}
      words={{ button: payments.record, busy: payments.recording, done: words.moved, failed: words.notMoved }}
      send={(typed) => {
        const { naira: amount = 0 } = nairaIn(typed('amount'))
        const direction = CASH_DIRECTIONS.find((each) => each === typed('direction')) ?? CASH_DIRECTIONS[0]
        return send({ body: { holder: typed('holder'), direction, amount, on: typed('on') } })
      }}
      {...end}
    />
  )
}
