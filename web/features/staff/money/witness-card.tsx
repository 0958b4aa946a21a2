/** Witnesses that do not take the checkpoints of the public log; nothing while all of them do. */
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Card } from '../../../ui/card.tsx'
import { SentCheckpoints } from '../../../ui/sent-checkpoints.tsx'
import { log as words } from '#words/log.ts'

export function WitnessCard() {
  const { view } = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
  if (view.is !== 'there') return null
  const failing = view.value.sent.filter(({ failure }) => failure !== null)
  if (failing.length === 0) return null
  return (
    <Card title={words.witnessesFail}>
      <div className="mt-2">
        <SentCheckpoints sent={failing} />
      </div>
    </Card>
  )
}
