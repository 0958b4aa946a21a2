/** Trail of a gift: its steps with today's position, when to look again, and a button that proves it. */
import { useState, type ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { dayInWords, dayOfMoment, lastOfMonth } from '../../lib/days.ts'
import { useFundNames } from '../../lib/funds.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { funds as fundWords } from '#words/money/funds.ts'
import { trail as words } from '#words/proof/trail.ts'
import { CheckGift, type Stated } from './check-gift.tsx'
import { FundFlow } from './fund-flow.tsx'
import { useFunds } from './funds.ts'
import type { Receipt } from './receipt-sheet.tsx'

interface GiftTrailProps {
  code: string
  receipt: Receipt
  /** Called with the receipt that a check read anew. */
  onReceipt: (receipt: Receipt) => void
}

export function GiftTrail({ code, receipt, onReceipt }: GiftTrailProps) {
  const loaded = useLoaded((signal) => call('GET /api/receipts/:code/trail', { params: { code }, signal }))
  return (
    <section aria-labelledby="trail-title" className="no-print mt-6 grid gap-4">
      <h2 id="trail-title" className="text-xl">
        {words.title}
      </h2>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-112 w-full" />}>
        {(trail) => (
          <>
            <Way trail={trail} receipt={receipt} />
            <CheckGift
              code={code}
              stated={{ receipt, trail }}
              onRead={(read) => {
                loaded.change(() => read.trail)
                onReceipt(read.receipt)
              }}
            />
          </>
        )}
      </LoadedPart>
      <p>
        <Link to="/log" className="link">
          {words.howLink}
        </Link>
      </p>
      <FundPart receipt={receipt} />
    </section>
  )
}

type Trail = Stated['trail']

/** Received, waiting in the fund, paid out. A gift that was refunded in full ends at the first. */
function Way({ trail, receipt: { paid_at: paidAt, fund_title: fund } }: { trail: Trail; receipt: Receipt }) {
  const { counted, waiting, ahead, follows, given_back: refunded, newer } = trail
  const nameOf = useFundNames()
  const [today] = useState(() => dayOfMoment(new Date()))
  const isEnded = counted === 0 && waiting === 0
  const after = lookAgainAfter(trail, paidAt, today)
  return (
    <>
      <ol className="way">
        <WayStep name={words.received} isToday={isEnded}>
          {paidAt !== null && <p className="text-soft">{formatDay(paidAt)}</p>}
          {refunded > 0 && <p>{words.refunded(formatNaira(refunded))}</p>}
        </WayStep>
        {!isEnded && (
          <>
            <WayStep name={words.inFund} isToday={counted === 0}>
              {waiting > 0 && (
                <p>
                  {words.waiting(formatNaira(waiting), follows === null ? fund : nameOf(follows))}{' '}
                  {follows !== null && `${words.follows(fund, nameOf(follows))} `}
                  {newer === null && (ahead === null ? words.noTurn : words.ahead(ahead))}
                </p>
              )}
            </WayStep>
            <WayStep name={words.paidOut} isToday={counted > 0} isToCome={counted === 0}>
              {counted > 0 ? <Shares trail={trail} /> : <p className="text-soft">{words.nothingYet}</p>}
            </WayStep>
          </>
        )}
      </ol>
      {newer && <p className="text-soft">{words.newer(formatNaira(newer.counted), formatNaira(newer.given_back))}</p>}
      {after !== undefined && <p className="font-semibold">{words.lookAgain(dayInWords(after))}</p>}
    </>
  )
}

interface WayStepProps {
  name: string
  isToday: boolean
  isToCome?: boolean
  children: ReactNode
}

function WayStep({ name, isToday, isToCome = false, children }: WayStepProps) {
  return (
    <li className={isToCome ? 'way-to-come' : undefined} aria-current={isToday ? 'step' : undefined}>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {name} {isToday && <Badge tone="good">{words.today}</Badge>}
      </p>
      {children}
    </li>
  )
}

const TURN_MILLISECONDS = 2 * 24 * 60 * 60_000

/**
 * A gift takes its turn in the second night after it was paid; from then on its figures move with the payments of a month, which are
 * described once the month has ended.
 * @returns undefined where nothing will change
 */
function lookAgainAfter({ waiting, undescribed, ahead, newer }: Trail, paidAt: string | null, today: string) {
  if (waiting === 0 && !undescribed && newer === null) return undefined
  const turn = paidAt === null ? '' : dayOfMoment(new Date(Date.parse(paidAt) + TURN_MILLISECONDS))
  return ahead === null && turn >= today ? turn : lastOfMonth(today)
}

function Shares({ trail: { shares, undescribed, counted } }: { trail: Trail }) {
  return (
    <>
      <p>{words.counted(formatNaira(counted))}</p>
      <ul className="rows">
        {shares.map(({ kind, band, period, confirmed, payments }) => (
          <li key={`${kind} ${band} ${period}`} className="py-2">
            <p className="font-semibold">{words.described(kind, band, period)}</p>
            <p>{words.confirmed(confirmed, payments)}</p>
          </li>
        ))}
        {undescribed && (
          <li className="py-2">
            <p className="font-semibold">{words.undescribed(shares.length > 0)}</p>
            <p className="text-soft">{words.notDescribed}</p>
          </li>
        )}
      </ul>
    </>
  )
}

/** The fund of the gift as a whole. */
function FundPart({ receipt }: { receipt: Receipt }) {
  const { funds } = useFunds()
  const figures = funds?.funds.find((each) => each.fund === receipt.donation_type)
  return (
    <Disclosure title={fundWords.title}>
      <p>{figures && `${figures.title}: ${fundWords.received} ${formatNaira(figures.received)}`}</p>
      <FundFlow figures={figures} />
    </Disclosure>
  )
}
