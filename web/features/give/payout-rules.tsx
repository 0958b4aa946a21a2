/** How long people wait and who approves what is paid out, on /transparency. */
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { ALONE_EACH_MAX, ALONE_WEEK_MAX } from '../../../contract/aid/payout-fields.ts'
import { formatDay } from '../../lib/format-date.ts'
import type { Loaded } from '../../lib/use-loaded.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Figures } from '../../ui/figures.tsx'
import { funds as words } from '#words/money/funds.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { months } from '#words/money/months.ts'
import type { Funds } from './funds.ts'

type LoadedFunds = Pick<Loaded<Funds>, 'view' | 'reload'>

export function PayoutRules({ loaded }: { loaded: LoadedFunds }) {
  const skeleton = <Skeleton className="block h-40 w-full" />
  return (
    <>
      <Disclosure id="waits" title={words.waitsTitle}>
        <LoadedPart loaded={loaded} skeleton={skeleton}>
          {({ waits, alone, together, unanswered }) => (
            <Waits waits={waits} alone={alone.percent} unanswered={unanswered} month={together.month} />
          )}
        </LoadedPart>
      </Disclosure>
      <Disclosure id="approves" title={words.limitsTitle}>
        <LoadedPart loaded={loaded} skeleton={skeleton}>
          {({ limits, alone, together }) => <WhoApproves limits={limits} alone={alone} together={together} />}
        </LoadedPart>
      </Disclosure>
    </>
  )
}

/** As this instance is set up now. */
function WhoApproves({ limits, alone, together }: Pick<Funds, 'limits' | 'alone' | 'together'>) {
  const rules = words.limits({
    threePeople: formatNaira(limits.three_people_above),
    secondStep: formatNaira(limits.second_step_above),
    perDay: formatNaira(limits.released_a_day_max),
    accountMinutes: limits.changed_account_minutes,
  })
  return (
    <>
      <ul className="grid list-disc gap-1 pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {(alone.allowed || (alone.percent ?? 0) > 0) && (
        <p>
          {alone.allowed &&
            words.aloneAllowed(formatNaira(koboToNaira(ALONE_EACH_MAX)), formatNaira(koboToNaira(ALONE_WEEK_MAX)))}{' '}
          {together.month !== null && alone.percent !== null
            ? words.alonePercent(alone.percent, together.month)
            : words.alonePercentUnknown}
        </p>
      )}
      {limits.since !== null && <p className="text-sm text-soft">{words.limitsSince(formatDay(limits.since))}</p>}
    </>
  )
}

interface WaitsProps extends Pick<Funds, 'waits' | 'unanswered'> {
  alone: number | null
  month: string | null
}

/** Waiting times of all funds together, as of the month of their last row. */
function Waits({ waits, alone, unanswered, month }: WaitsProps) {
  const days = (median: number | null) => (median === null ? words.unknown : words.days(median))
  return (
    <>
      <Figures
        label={words.waitsTitle}
        className="figures-pairs"
        figures={[
          { name: words.decisionWait, figure: days(waits.decision_days) },
          { name: words.paymentWait, figure: days(waits.payment_days) },
          { name: words.alone, figure: alone === null ? words.unknown : words.percent(alone) },
          {
            name: month === null ? words.unansweredUnknown : words.unanswered(months.name(month)),
            figure: unanswered?.toLocaleString('en-NG') ?? words.unknown,
          },
        ]}
      />
      <p className="text-sm text-soft">{words.waitsRule}</p>
    </>
  )
}
