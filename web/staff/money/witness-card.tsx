/** The public log when it is not signed, and witnesses that do not take its checkpoints; nothing while all is well. */
import { Card } from '../../ui/card.tsx'
import { SigningStopped } from '../../ui/signing-stopped.tsx'
import { SentCheckpoints } from '../../ui/sent-checkpoints.tsx'
import { log as words } from '#words/proof/log.ts'
import { useEndpoint } from '../desk/queries.ts'

export function WitnessCard() {
  const { view } = useEndpoint('GET /api/transparency/log', {})
  if (view.is !== 'there') return null
  const failing = view.value.sent.filter(({ failure }) => failure !== null)
  return (
    <>
      <SigningStopped stopped={view.value.stopped} />
      {failing.length > 0 && (
        <Card title={words.witnessesFail}>
          <div className="mt-2">
            <SentCheckpoints sent={failing} />
          </div>
        </Card>
      )}
    </>
  )
}
