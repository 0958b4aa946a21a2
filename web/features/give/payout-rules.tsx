/** How long people wait and who approves what is paid out, on /transparency. */
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { ALONE_EACH_MAX, ALONE_WEEK_MAX } from '../../../contract/aid/payout-fields.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Figures } from '../../ui/figures.tsx'
import { funds as words } from '#words/money/funds.ts'
import type { Funds } from './funds.ts'

export function PayoutRules({ funds: { waits, limits, alone, together } }: { funds: Funds }) {
  return (
    <>
      <Waits waits={waits} alone={alone.percent} />
      <WhoApproves limits={limits} alone={alone} together={together} />
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
    <section aria-labelledby="approves" className="grid gap-3">
      <h2 id="approves" className="text-2xl">
        {words.limitsTitle}
      </h2>
      <ul className="grid max-w-2xl list-disc gap-1 pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {(alone.allowed || (alone.percent ?? 0) > 0) && (
        <p className="max-w-2xl">
          {alone.allowed &&
            words.aloneAllowed(formatNaira(koboToNaira(ALONE_EACH_MAX)), formatNaira(koboToNaira(ALONE_WEEK_MAX)))}{' '}
          {together.month !== null && alone.percent !== null
            ? words.alonePercent(alone.percent, together.month)
            : words.alonePercentUnknown}
        </p>
      )}
      <p className="max-w-2xl text-sm text-soft">
        {limits.since === null ? words.limitsFirst : words.limitsSince(formatDay(limits.since))}
      </p>
    </section>
  )
}

/** Waiting times of all funds together, as of the month of their last row. */
function Waits({ waits, alone }: { waits: Funds['waits']; alone: number | null }) {
  const days = (median: number | null) => (median === null ? words.unknown : words.days(median))
  return (
    <section aria-labelledby="waits" className="grid gap-3">
      <h2 id="waits" className="text-2xl">
        {words.waitsTitle}
      </h2>
      <Figures
        label={words.waitsTitle}
        className="figures-row"
        figures={[
          { name: words.decisionWait, figure: days(waits.decision_days) },
          { name: words.paymentWait, figure: days(waits.payment_days) },
          { name: words.alone, figure: alone === null ? words.unknown : words.percent(alone) },
        ]}
      />
      <p className="max-w-2xl text-sm text-soft">{words.waitsRule}</p>
    </section>
  )
}
