/** The second look before a release: the payee, the decision with its papers, and earlier payments. */
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '../../../lib/router.tsx'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { typeName } from '../../../words/type-name.ts'
import { awards, payments as words, payout as payoutWords } from '#words/aid/admin-payouts.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { placeAddress, requestAddress } from '../../desk/places.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { EarlierAwards } from './earlier-awards.tsx'
import { ProposedPayment } from './payee-line.tsx'
import { detailsOf, paymentName, type Payout, type PayoutDetails } from './payout.ts'

interface ReleaseSheetProps {
  payout: Payout
  applicant: string
  busy: boolean
  /** The question for the second step while it is open: outside of the dialog no one could answer it. */
  step: ReactNode
  onRelease: () => void
  onClose: () => void
}

export function ReleaseSheet({ payout, applicant, busy, step, onRelease, onClose }: ReleaseSheetProps) {
  const loaded = useEndpoint(...detailsOf(payout.id))
  return (
    <Dialog title={words.releaseTitle(paymentName(payout), applicant)} {...((!busy || step) && { onClose })}>
      <div className="mt-3">
        <ProposedPayment payout={payout} />
      </div>
      <LoadedPart loaded={loaded} failed={payoutWords.notLoaded} skeleton={<Skeleton className="mt-4 block h-40" />}>
        {(details) => <Sheet details={details} busy={busy} onRelease={onRelease} onClose={onClose} />}
      </LoadedPart>
      {step}
    </Dialog>
  )
}

interface SheetProps extends Pick<ReleaseSheetProps, 'busy' | 'onRelease' | 'onClose'> {
  details: PayoutDetails
}

/** Released only by who could read it. */
function Sheet({ details, busy, onRelease, onClose }: SheetProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog, which focuses its title.
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <Decision details={details} />
      <EarlierAwards earlier={details.earlier} />
      <DialogButtons
        ref={button}
        text={
          <>
            {words.release} <kbd aria-hidden="true">Enter</kbd>
          </>
        }
        busy={busy}
        onSend={onRelease}
        back={awards.back}
        onClose={onClose}
      />
    </>
  )
}

/** The request, its papers, and who approved it, and why. */
export function Decision({ details }: { details: PayoutDetails }) {
  const { application_type: type, case_number: number, decision, papers, complaints } = details
  return (
    <div className="mt-3 wrap-anywhere">
      <p>
        {typeName(type)}, {number}{' '}
        <Link to={requestAddress(number)} className="link-target">
          {payoutWords.papers(papers)}
        </Link>
      </p>
      {complaints > 0 && (
        <p>
          <Link to={placeAddress('complaints')} className="link-target">
            {payoutWords.complaints(complaints)}
          </Link>
        </p>
      )}
      {decision && <p>{payoutWords.approvedBy(nameOfPerson(decision.by), formatDayAndTime(decision.created_at))}</p>}
      {decision?.reason && <blockquote className="inset request-text text-sm">{decision.reason}</blockquote>}
    </div>
  )
}
