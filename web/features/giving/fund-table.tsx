/** The funds side by side, on /transparency. */
import { donationTypeNames } from '../../../contract/funds.ts'
import { formatNaira, koboToNaira } from '../../../contract/money.ts'
import { ALONE_EACH_MAX, ALONE_WEEK_MAX } from '../../../contract/payout-fields.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Figures } from '../../ui/figures.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { funds as words } from '#words/funds.ts'
import { useFunds, type Funds } from './funds.ts'

const COLUMNS = [words.received, words.promised, words.paidOut, words.left].map((name) => ({ name, isNumber: true }))

export function FundTable() {
  const loaded = useFunds()
  return (
    <section aria-labelledby="funds" className="grid gap-3">
      <h2 id="funds" className="text-2xl">
        {words.tableTitle}
      </h2>
      <p className="max-w-2xl">{words.tableLead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-144 w-full" />}>
        {(funds) => <Loaded funds={funds} />}
      </LoadedPart>
    </section>
  )
}

function Loaded({ funds: { funds, together, alone, limits, waits } }: { funds: Funds }) {
  return (
    <>
      <Table caption={words.caption} columns={[{ name: words.fund }, ...COLUMNS]}>
        {funds.map(({ fund, received, outflow }) => (
          <tr key={fund}>
            <th scope="row">{donationTypeNames[fund]}</th>
            <td className="number">{formatNaira(received)}</td>
            {outflow
              ? [outflow.promised, outflow.paid_out, outflow.left].map((amount, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- they never move
                  <td key={place} className="number">
                    {formatNaira(amount)}
                  </td>
                ))
              : COLUMNS.slice(1).map(({ name }) => (
                  <td key={name} className="number">
                    {words.unknown}
                  </td>
                ))}
          </tr>
        ))}
      </Table>
      {together && (
        <p className="max-w-2xl">
          {words.together(together.month, formatNaira(together.promised), formatNaira(together.paid_out))}{' '}
          {together.lost > 0 && words.lostTogether(formatNaira(together.lost))}
        </p>
      )}
      {(alone.allowed || (alone.percent ?? 0) > 0) && (
        <p className="max-w-2xl">
          {alone.allowed &&
            words.aloneAllowed(formatNaira(koboToNaira(ALONE_EACH_MAX)), formatNaira(koboToNaira(ALONE_WEEK_MAX)))}{' '}
          {together && alone.percent !== null
            ? words.alonePercent(alone.percent, together.month)
            : words.alonePercentUnknown}
        </p>
      )}
      <p className="max-w-2xl text-sm text-soft">{words.rule}</p>
      <Waits waits={waits} alone={alone.percent} />
      <WhoApproves limits={limits} />
    </>
  )
}

/** As this instance is set up now. */
function WhoApproves({ limits }: { limits: Funds['limits'] }) {
  const rules = words.limits({
    threePeople: formatNaira(limits.three_people_above),
    secondStep: formatNaira(limits.second_step_above),
    perDay: formatNaira(limits.released_a_day_max),
    accountMinutes: limits.changed_account_minutes,
  })
  return (
    <>
      <h3 className="mt-3 text-xl">{words.limitsTitle}</h3>
      <ul className="grid max-w-2xl list-disc gap-1 pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="max-w-2xl text-sm text-soft">
        {limits.since === null ? words.limitsFirst : words.limitsSince(formatDay(limits.since))}
      </p>
    </>
  )
}

/** Of all funds together, as of the month of their last row. */
function Waits({ waits, alone }: { waits: Funds['waits']; alone: number | null }) {
  const days = (median: number | null) => (median === null ? words.unknown : words.days(median))
  return (
    <>
      <h3 className="mt-4 text-xl">{words.waitsTitle}</h3>
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
    </>
  )
}
