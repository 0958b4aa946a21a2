/** Shows the award of a request: the amount, and each payment with its progress. */
import { useId } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { Bearer } from '../../api/authorization.ts'
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { award as words } from '#words/aid/award.ts'
import { ownComplaint as complaint } from '#words/aid/complain.ts'
import { PayoutProgress } from './payout-progress.tsx'
import { loadAward, type OwnAward } from './load-applications.ts'
import { ReceivingPart } from './receiving-part.tsx'

interface AwardPartProps {
  applicationId: string
  bearer: Bearer
  /** Null when nothing is granted yet; undefined when it could not be loaded. */
  loaded: OwnAward | null | undefined
  /** @param id of a payment */
  onAnswered: (id: string) => void
}

export function AwardPart({ loaded, ...rest }: AwardPartProps) {
  if (loaded === undefined) return <LoadingAward {...rest} />
  return loaded && <Award award={loaded} {...rest} />
}

function LoadingAward(props: Omit<AwardPartProps, 'loaded'>) {
  const { applicationId, bearer } = props
  const loaded = useLoaded((signal) => loadAward(bearer, applicationId, signal))
  return (
    <div className="mt-5">
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="block h-40 w-full" />}>
        {(award) => award && <Award award={award} {...props} />}
      </LoadedPart>
    </div>
  )
}

function Award({ award, applicationId, bearer, onAnswered }: Omit<AwardPartProps, 'loaded'> & { award: OwnAward }) {
  const id = useId()
  const { amount, state, granted_at: grantedAt, held_until: heldUntil, payouts } = award
  return (
    <section className="edge mt-7 grid gap-2" aria-labelledby={id}>
      <h4 id={id} className="text-lg font-semibold">
        {words.title}
      </h4>
      <p>{words.granted(formatNaira(amount), formatDay(grantedAt))}</p>
      {heldUntil !== null && <p className="inset">{complaint.held(formatDayAndTime(heldUntil))}</p>}
      {payouts.length === 0 && <p>{state === 'cancelled' ? words.cancelled : words.preparing}</p>}
      {payouts.length > 1 && <p>{words.inParts(payouts.length)}</p>}
      {payouts.length > 0 && (
        <ul className="mt-3 grid gap-8">
          {payouts.map((payout) => (
            <li key={payout.id}>
              <PayoutProgress loaded={payout} grantedAt={grantedAt} bearer={bearer} onAnswered={onAnswered} />
            </li>
          ))}
        </ul>
      )}
      {state === 'granted' && <ReceivingPart applicationId={applicationId} bearer={bearer} />}
    </section>
  )
}
