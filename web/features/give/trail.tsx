/** Trail of a gift: what it is counted towards, what waits, and a button that proves it. */
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { trail as words } from '#words/proof/trail.ts'
import { CheckGift, type Stated } from './check-gift.tsx'
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
    <section aria-labelledby="trail-title" className="card no-print mt-8">
      <h2 id="trail-title" className="text-xl">
        {words.title}
      </h2>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="mt-4 block h-24 w-full" />}>
        {(trail) => (
          <>
            <Shares trail={trail} fund={receipt.fund_title} />
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
      <p className="mt-4">
        <Link to="/log" className="link">
          {words.howLink}
        </Link>
      </p>
    </section>
  )
}

function Shares({
  trail: { shares, undescribed, counted, waiting, ahead, given_back: refunded, newer },
  fund,
}: {
  trail: Stated['trail']
  /** Name of it. */
  fund: string
}) {
  return (
    <div className="mt-2 grid gap-3">
      <p>{counted > 0 ? words.counted(formatNaira(counted)) : words.nothingYet}</p>
      {counted > 0 && (
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
      )}
      {waiting > 0 && (
        <p>
          {words.waiting(formatNaira(waiting), fund)}{' '}
          {newer === null && (ahead === null ? words.noTurn : words.ahead(ahead))}
        </p>
      )}
      {refunded > 0 && <p>{words.refunded(formatNaira(refunded))}</p>}
      {newer && <p className="text-soft">{words.newer(formatNaira(newer.counted), formatNaira(newer.given_back))}</p>}
    </div>
  )
}
