/** The receipts that this tab and this device keep: to open, and to remove one by one or all. */
import { Fragment, useState } from 'react'
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useFundNames } from '../../lib/funds.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { findReceipt as words } from '#words/money/receipt.ts'
import { keptReceipts, removeAllReceipts, removeReceipt, type KeptAt, type KeptReceipt } from './kept-receipts.ts'

export function KeptReceiptsCard() {
  if (useHydrated()) return <Kept />
  // The prerendered page knows no device, and keeps the place of what most have: nothing.
  return (
    <div className="needs-script">
      <Card title={words.keptTitle}>
        <p className="invisible mt-3">{words.keptNone}</p>
      </Card>
    </div>
  )
}

const readAll = () => ({ tab: keptReceipts('tab'), device: keptReceipts('device') })
const NOTES = { tab: words.keptInTab, device: words.keptOnDevice } as const satisfies Record<KeptAt, string>

function Kept() {
  const [receipts, setReceipts] = useState(readAll)
  const shown = (['tab', 'device'] as const).filter((at) => receipts[at].length > 0)
  /** The removal that the donor is asked to confirm. */
  const [removing, setRemoving] = useState<KeptReceipt | 'all'>()
  const { place, focusBack } = useFocusBack()
  const remove = () => {
    if (removing === 'all') removeAllReceipts()
    else if (removing) removeReceipt(removing.code)
    focusBack(() => {
      setReceipts(readAll)
      setRemoving(undefined)
    })
  }
  return (
    <div ref={place} tabIndex={-1}>
      <Card title={words.keptTitle}>
        {shown.length === 0 ? (
          <p className="mt-3 text-soft">{words.keptNone}</p>
        ) : (
          <>
            {shown.map((at) => (
              <Fragment key={at}>
                <p className="mt-3 text-soft">{NOTES[at]}</p>
                <ul className="mt-4">
                  {receipts[at].map((receipt) => (
                    <KeptRow key={receipt.code} receipt={receipt} onRemove={() => setRemoving(receipt)} />
                  ))}
                </ul>
              </Fragment>
            ))}
            <SmallButton className="mt-4" onClick={() => setRemoving('all')}>
              {words.removeAll}
            </SmallButton>
          </>
        )}
      </Card>
      {removing !== undefined && (
        <Dialog
          title={removing === 'all' ? words.removeAllTitle : words.removeTitle}
          lead={words.removeLead}
          onClose={() => setRemoving(undefined)}
        >
          <div className="mt-6 flex flex-wrap gap-3">
            <Button className="grow" onClick={remove}>
              {removing === 'all' ? words.removeAll : words.removeOne}
            </Button>
            <Button look="outline" className="grow" onClick={() => setRemoving(undefined)}>
              {words.keepIt}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function KeptRow({ receipt, onRemove }: { receipt: KeptReceipt; onRemove: () => void }) {
  const amount = formatNaira(receipt.amount)
  const nameNow = useFundNames()(receipt.donation_type)
  const fund = receipt.title ?? nameNow
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line py-2">
      <Link to={`/receipts/${receipt.code}`} className="link-target">
        {words.kept(amount, fund)}
      </Link>
      <span className="text-sm text-soft">{formatDayAndTime(receipt.kept_at)}</span>
      <SmallButton
        look="quiet"
        className="col-start-2 row-span-2 row-start-1"
        aria-label={words.removeNamed(amount, fund)}
        onClick={onRemove}
      >
        {words.remove}
      </SmallButton>
    </li>
  )
}
