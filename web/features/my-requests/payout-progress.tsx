/** One payment under an award: its progress, its slip while there is something to fetch, and the recipient's answer. */
import { useId, useState } from 'react'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { ConfirmationAnswer } from '../../../contract/aid/payout-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts'
import { applications } from '#words/aid/applications.ts'
import { award as words } from '#words/aid/award.ts'
import { confirming } from '#words/aid/confirming.ts'
import { AnswerForm, AnswerGiven } from './answer-form.tsx'
import { buildSteps, isTransfer } from './payout-steps.ts'
import type { OwnPayout } from './load-applications.ts'
import { placeOf } from './unanswered-payments.tsx'
import { WordsPart } from './words-part.tsx'

interface PayoutProgressProps {
  loaded: OwnPayout
  grantedAt: string
  bearer: Bearer
  onAnswered: (id: string) => void
}

export function PayoutProgress({ loaded, grantedAt, bearer, onAnswered }: PayoutProgressProps) {
  const id = useId()
  const [payout, setPayout] = useState(loaded)
  const [given, setGiven] = useState<ConfirmationAnswer>()
  const { state, changeable_until: until } = payout
  const [shownAt] = useState(() => Date.now())
  const isChangeable = until !== null && Date.parse(until) > shownAt
  const isOpen = state === 'sent' || state === 'disputed'
  return (
    <section id={placeOf(loaded.id)} tabIndex={-1} className="grid gap-3 outline-none" aria-labelledby={id}>
      <Title id={id} payout={payout} />
      <ol className="way mt-4">
        {buildSteps(payout, grantedAt).map(({ name, at }) => (
          <li key={name} className={at === null ? 'way-to-come' : undefined}>
            <p className="font-semibold">{name}</p>
            {at !== undefined && (
              <p className="text-sm text-soft">{at === null ? applications.toCome : formatDay(at)}</p>
            )}
          </li>
        ))}
      </ol>
      {given && <AnswerGiven key={given} answer={given} />}
      <State payout={payout} />
      <Slip payout={payout} />
      {isChangeable && <p className="text-soft">{words.changeable(formatDayAndTime(until))}</p>}
      {(state === 'confirmed' || payout.words !== null) && (
        <WordsPart
          loaded={payout.words}
          asks={given === 'all'}
          send={
            state === 'confirmed'
              ? (body) => call('PUT /api/payouts/:id/words', { bearer, params: { id: payout.id }, body })
              : undefined
          }
          withdraw={() => call('DELETE /api/payouts/:id/words', { bearer, params: { id: payout.id } })}
        />
      )}
      {(isOpen || isChangeable) && (
        <AnswerForm
          payout={payout}
          bearer={bearer}
          onAnswered={(answered, answer) => {
            setPayout(answered)
            setGiven(answer)
            onAnswered(answered.id)
          }}
        />
      )}
    </section>
  )
}

function Title({ id, payout: { kind, amount, item } }: { id: string; payout: OwnPayout }) {
  const naira = formatNaira(amount)
  if (item === null) {
    return (
      <h5 id={id} className="font-semibold">
        {kind === 'cash' ? words.names.cash(naira) : words.names.manual_bank(naira)}
      </h5>
    )
  }
  return (
    <>
      <h5 id={id} className="font-semibold wrap-anywhere">
        {item}
      </h5>
      <p className="text-sm text-soft">{words.worth(naira)}</p>
    </>
  )
}

function State({ payout: { kind, state, unanswered, sent_on: on } }: { payout: OwnPayout }) {
  if (state === 'returned' || state === 'lost' || state === 'cancelled') return <p>{words.ended[state]}</p>
  if (state === 'disputed') return <p>{words.disputed}</p>
  return unanswered && on !== null ? (
    <p className="font-semibold">{words.unanswered[isTransfer(kind) ? 'transfer' : 'handOver'](formatDay(on))}</p>
  ) : null
}

/** Shows nothing for a transfer: nothing is fetched, and the buttons answer. */
function Slip({ payout: { kind, state, slip } }: { payout: OwnPayout }) {
  if (slip === null || isTransfer(kind)) return null
  return (
    <div className="inset grid gap-2">
      <dl className="facts mt-5 flex flex-wrap gap-x-10 gap-y-3 font-semibold">
        <div>
          <dt>{words.slip}</dt>
          <dd className="award-number">{slip.number}</dd>
        </div>
        <div>
          <dt>{words.code}</dt>
          <dd className="award-number">{slip.code}</dd>
        </div>
      </dl>
      {state === 'released' && <p>{words.slipHow}</p>}
      <p>
        {words.slipLater}{' '}
        <Link to={`/confirm?slip=${slip.number}`} className="underline">
          {confirming.title}
        </Link>
      </p>
    </div>
  )
}
