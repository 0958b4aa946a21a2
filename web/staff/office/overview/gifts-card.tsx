/** Gifts and naira by day, in a chart and a table, and by fund. The chart shows nothing that the tables do not. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import { sumNaira } from '../../desk/sum-naira.ts'
import type { CallReply } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { overview as words } from '#words/money/admin-reports.ts'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { FigureTable } from '../../desk/parts/figure-table.tsx'
import { dayInWords } from '../../../lib/days.ts'

type Gifts = CallReply<'GET /api/admin/overview'>['gifts']
type GiftDay = Gifts['days'][number]

export function GiftsCard({ gifts: { days, funds } }: { gifts: Gifts }) {
  const nameOf = useStaffFundNames()
  const count = days.reduce((sum, day) => sum + day.gifts, 0)
  const sum = sumNaira(days.map(({ amount }) => amount))
  return (
    <Card title={words.gifts}>
      <p className="report-figure">{words.giftsSum(count, formatNaira(sum))}</p>
      <Chart days={days} />
      <Axis days={days} />
      <Disclosure title={words.byDay}>
        <FigureTable
          caption={words.byDayCaption}
          columns={[words.day, words.giftCount, words.amount]}
          rows={days.map(({ day, ...given }) => ({ key: day, name: dayInWords(day), cells: cellsOf(given) }))}
        />
      </Disclosure>
      <Disclosure title={words.byFund}>
        <FigureTable
          caption={words.byFund}
          columns={[words.fund, words.giftCount, words.amount]}
          rows={funds.map(({ donation_type: type, ...given }) => ({
            key: type,
            name: nameOf(type),
            cells: cellsOf(given),
          }))}
        />
      </Disclosure>
    </Card>
  )
}

/** The first and the last day, and how tall the tallest bar is, or those that are cut off. */
function Axis({ days }: { days: readonly GiftDay[] }) {
  const [first, last] = [days[0], days.at(-1)]
  const most = days.reduce((best, day) => (day.amount > best.amount ? day : best), { day: '', amount: 0 })
  const top = topOf(days)
  const cut = days.filter(({ amount }) => amount > top)
  if (!first || !last) return null
  return (
    <p className="mt-1 mb-2 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
      <span>{dayInWords(first.day)}</span>
      <span>{dayInWords(last.day)}</span>
      {most.amount > 0 && cut.length === 0 && (
        <span className="basis-full">{words.mostOn(dayInWords(most.day), formatNaira(most.amount))}</span>
      )}
      {cut.length > 0 && (
        <span className="basis-full">
          {words.cutAt(
            formatNaira(top),
            cut.map(({ day, amount }) => words.onDay(dayInWords(day), formatNaira(amount))).join(', '),
          )}
        </span>
      )}
    </p>
  )
}

const cellsOf = ({ gifts, amount }: { readonly gifts: number; readonly amount: number }) => [
  gifts.toLocaleString('en-NG'),
  amount,
]

const HEIGHT = 100
const STEP = 10
const BAR = 8

/** Value of the top of the chart. A day of three times what nine of ten days bring would flatten all others: its bar is cut off. */
function topOf(days: readonly GiftDay[]): number {
  const given = days.flatMap(({ amount }) => (amount > 0 ? [amount] : [])).sort((a, b) => a - b)
  const usual = given[Math.floor(0.9 * (given.length - 1))] ?? 0
  const most = given.at(-1) ?? 0
  return Math.max(most > 3 * usual ? 1.5 * usual : most, 1)
}

function Chart({ days }: { days: readonly GiftDay[] }) {
  const top = topOf(days)
  return (
    <svg
      className="report-chart mt-4 block h-32 w-full"
      viewBox={`0 0 ${Math.max(days.length, 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {days.map(({ day, amount }, place) => {
        // A day with more refunds than gifts has no bar; the table shows it.
        const height = (Math.min(Math.max(amount, 0), top) / top) * (HEIGHT - 1)
        const x = place * STEP + 1
        return (
          <g key={day}>
            <rect x={x} y={HEIGHT - 1 - height} width={BAR} height={height} />
            {amount > top && <path className="report-cut" d={`M${x} 16l${BAR} -6v4l-${BAR} 6z`} />}
          </g>
        )
      })}
      <line x1="0" x2={days.length * STEP} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  )
}
