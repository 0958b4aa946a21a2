/** One month to read and to print: how long people waited, what recipients confirmed, each fund, and who has late requests. */
import { useState } from 'react'
import { Link, useLocation } from '../../../lib/router.tsx'
import { MONTH } from '../../../../contract/money/months-fields.ts'
import type { CallReply } from '../../../api/client.ts'
import { dayOfMoment } from '../../../lib/days.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { months } from '#words/money/months.ts'
import { month as words } from '#words/office/month.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { FigureTable } from '../../desk/parts/figure-table.tsx'
import { placeAddress } from '../../desk/places.ts'
import { Figure } from './figure.tsx'

type Month = CallReply<'GET /api/admin/overview/month'>

export function MonthCard() {
  const { search } = useLocation()
  const [now] = useState(() => dayOfMoment(new Date()).slice(0, 7))
  const given = new URLSearchParams(search).get('month') ?? ''
  const shown = MONTH.test(given) && given <= now ? given : now
  return (
    <Card title={words.title(months.name(shown))}>
      <div className="apart no-print mb-4 gap-x-5 gap-y-2">
        <nav aria-label={words.others} className="line gap-x-5">
          <MonthLink month={beside(shown, -1)} />
          {shown < now && <MonthLink month={beside(shown, 1)} />}
        </nav>
        <SmallButton onClick={() => window.print()}>{words.print}</SmallButton>
      </div>
      <EndpointPart
        from="GET /api/admin/overview/month"
        input={{ query: { month: shown } }}
        failed={words.failed}
        skeleton={<Skeleton className="block h-196 w-full sm:h-152" />}
      >
        {(found) => <Shown found={found} />}
      </EndpointPart>
    </Card>
  )
}

/** The month so many months later. */
function beside(month: string, by: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}

function MonthLink({ month }: { month: string }) {
  return (
    <Link to={placeAddress('overview', { month })} className="link-target" keepsScroll>
      {months.name(month)}
    </Link>
  )
}

function Shown({ found: { to_decide: toDecide, to_pay: toPay, answers, funds, late } }: { found: Month }) {
  const nameOf = useStaffFundNames()
  const { handed_over: handedOver, confirmed } = answers
  return (
    <div className="grid gap-6">
      <dl className="report-cards report-month">
        <Times name={words.toDecide} times={toDecide} none={words.noneDecided} of={words.decided(toDecide.count)} />
        <Times name={words.toPay} times={toPay} none={words.nonePaid} of={words.paid(toPay.count)} />
        <Figure
          name={words.confirmed}
          figure={share(confirmed, handedOver)}
          caption={handedOver === 0 ? words.noneHandedOver : words.confirmedOf(confirmed, handedOver)}
        />
      </dl>
      <FigureTable
        caption={words.funds}
        columns={FUND_COLUMNS}
        rows={funds.map((fund) => ({
          key: fund.donation_type,
          name: nameOf(fund.donation_type),
          cells: [
            fund.gifts.toLocaleString('en-NG'),
            fund.given,
            fund.payouts.toLocaleString('en-NG'),
            fund.paid_out,
            share(fund.confirmed, fund.payouts),
          ],
        }))}
        cards
      />
      <section>
        <h3>{words.late}</h3>
        {late.length === 0 ? (
          <p className="text-soft">{words.noneLate}</p>
        ) : (
          <ul className="rows">
            {late.map(({ owner, requests }) => (
              <li key={owner?.user_id ?? ''} className="apart gap-x-5 py-2">
                <span>{owner ? owner.full_name : words.noOwner}</span>
                <span className="tabular-nums">{words.requests(requests)}</span>
              </li>
            ))}
          </ul>
        )}
        {late.length > 0 && (
          <Link to={placeAddress('applications', { view: 'late' })} className="link-target no-print">
            {words.allLate}
          </Link>
        )}
      </section>
    </div>
  )
}

const { columns } = words
const FUND_COLUMNS = [columns.fund, columns.gifts, columns.given, columns.payouts, columns.paidOut, columns.confirmed]

/** A share of nothing is not known. */
const share = (part: number, all: number) => (all === 0 ? words.unknown : `${Math.round((100 * part) / all)} %`)

interface TimesProps {
  name: string
  times: Month['to_decide']
  /** Why there is none. */
  none: string
  of: string
}

function Times({ name, times: { median_hours: median, most_hours: most }, none, of }: TimesProps) {
  if (median === null || most === null) return <Figure name={name} figure={words.unknown} caption={none} />
  return <Figure name={name} figure={words.duration(median)} caption={words.most(words.duration(most), of)} />
}
