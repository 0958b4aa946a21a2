/** The public log when it is not signed, and witnesses that do not take its checkpoints; nothing while all is well. */
import { call } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Card } from '../../ui/card.tsx'
import { SigningStopped } from '../../ui/signing-stopped.tsx'
import { SentCheckpoints } from '../../ui/sent-checkpoints.tsx'
import { log as words } from '#words/proof/log.ts'

export function WitnessCard() {
  const { view } = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
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
