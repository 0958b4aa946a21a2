/** The awards of a request: what was granted, from which funds, how it is paid out, and the next one proposed. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { awards as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { AwardView } from './award-view.tsx'
import { EarlierAwards } from './earlier-awards.tsx'
import { ProposeAward } from './propose-award.tsx'

export interface AwardCardProps {
  request: string
  /** In naira; null where none was named. */
  asked: number | null
  applicant: string
}

export function AwardCard({ request, asked, applicant }: AwardCardProps) {
  const { may } = useAdministration()
  const [proposing, setProposing] = useState(false)
  const loaded = useEndpoint(
    'GET /api/admin/applications/:id/awards',
    { params: { id: request } },
    { onProblem: useFailureToast(words.notLoaded) },
  )
  const mayPropose = (isPossible: boolean) => isPossible && may('propose_payments')
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{asked === null ? words.askedNothing : words.asked(formatNaira(asked))}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="mt-4 block h-24" />}>
        {({ awards, earlier, may_propose: isPossible, ...terms }) => (
          <>
            {awards.length === 0 && <p className="mt-2">{words.none}</p>}
            {awards.map((award) => (
              <AwardView key={award.id} award={award} applicant={applicant} onChanged={loaded.reload} />
            ))}
            <EarlierAwards earlier={earlier} />
            {mayPropose(isPossible) && !proposing && (
              <Button look="outline" className="button-small mt-4" onClick={() => setProposing(true)}>
                {words.propose}
              </Button>
            )}
            {mayPropose(isPossible) && proposing && (
              <ProposeAward
                request={request}
                asked={asked}
                terms={terms}
                onClose={() => setProposing(false)}
                onProposed={() => {
                  setProposing(false)
                  loaded.reload()
                }}
              />
            )}
          </>
        )}
      </LoadedPart>
    </Card>
  )
}
