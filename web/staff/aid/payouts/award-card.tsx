/** The awards of a request: what was granted, from which funds, how it is paid out, and the next one proposed. */
import { useState } from 'react'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardTermsJson } from '../../../../contract/aid/payout-shapes.ts'
import { useForm } from '../../../lib/use-form.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { awards as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { AwardFields, useAwardChoice } from './award-fields.tsx'
import { AwardView } from './award-view.tsx'
import { EarlierAwards } from './earlier-awards.tsx'

export interface AwardCardProps {
  request: string
  /** In naira; null where none was named. */
  asked: number | null
  applicant: string
}

export function AwardCard({ request, asked, applicant }: AwardCardProps) {
  const { may } = useAdministration()
  const [proposing, setProposing] = useState(false)
  const mayPropose = (isPossible: boolean) => isPossible && may('propose_payments')
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{asked === null ? words.askedNothing : words.asked(formatNaira(asked))}</p>
      <EndpointPart
        from="GET /api/admin/applications/:id/awards"
        input={{ params: { id: request } }}
        failed={words.notLoaded}
        skeleton={<Skeleton className="mt-4 block h-24" />}
      >
        {({ awards, earlier, may_propose: isPossible, ...terms }, reload) => (
          <>
            {awards.length === 0 && <p className="mt-2">{words.none}</p>}
            {awards.map((award) => (
              <AwardView key={award.id} award={award} applicant={applicant} onChanged={reload} />
            ))}
            <EarlierAwards earlier={earlier} />
            {mayPropose(isPossible) && !proposing && (
              <SmallButton className="mt-4" onClick={() => setProposing(true)}>
                {words.propose}
              </SmallButton>
            )}
            {mayPropose(isPossible) && proposing && (
              <ProposeAward
                request={request}
                asked={asked}
                terms={terms}
                onClose={() => setProposing(false)}
                onDone={() => {
                  setProposing(false)
                  reload()
                }}
              />
            )}
          </>
        )}
      </EndpointPart>
    </Card>
  )
}

/** Proposes an award for a request that is approved without one. */
interface ProposeAwardProps extends DialogEnd {
  request: string
  asked: number | null
  terms: AwardTermsJson
}

function ProposeAward({ request, asked, terms, onDone, onClose }: ProposeAwardProps) {
  const outcome = useOutcome()
  const send = useSendOnce('POST /api/admin/applications/:id/awards')
  const choice = useAwardChoice(terms, asked, false)
  const { busy, onSubmit, field } = useForm<string>({
    names: choice.names,
    check: choice.check,
    async send(typed) {
      const award = choice.read(typed)
      if (!award) return undefined
      const sending = send({ params: { id: request }, body: award })
      if (await outcome(sending, { done: words.proposed, failed: words.notProposed })) onDone()
      return undefined
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-4" aria-label={words.propose}>
      <AwardFields choice={choice} mayWait={false} field={field} />
      <DialogButtons text={words.send} busy={busy} onClose={onClose} />
    </form>
  )
}
