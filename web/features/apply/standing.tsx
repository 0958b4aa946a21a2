/** The state of a request, and nothing else of it. */
import type { CallReply } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { standing as words } from '#words/aid/standing.ts'

interface StandingProps {
  standing: CallReply<'POST /api/applications/standing'>
}

export function Standing({ standing: { status, waiting_for_you: isWaiting, due_at: dueAt } }: StandingProps) {
  return (
    <>
      <p className="text-lg font-semibold">{isWaiting ? words.waiting : words.names[status]}</p>
      <p>{isWaiting ? words.waitingMore : words.next[status]}</p>
      {dueAt !== null && <p className="font-semibold">{words.decideBy(formatDay(dueAt))}</p>}
    </>
  )
}
