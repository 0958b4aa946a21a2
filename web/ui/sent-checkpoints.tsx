/** To which witnesses the log sends its checkpoints, and which of them do not take them: on /log, and for staff. */
import type { CallReply } from '../api/client.ts'
import { formatDayAndTime } from '../lib/format-date.ts'
import { log as words } from '#words/proof/log.ts'

type Sent = CallReply<'GET /api/transparency/log'>['sent']

export function SentCheckpoints({ sent }: { sent: Sent }) {
  if (sent.length === 0) return null
  return (
    <div className="grid gap-2">
      <p>{words.sentTitle}</p>
      <ul className="grid list-disc gap-2 pl-6">
        {sent.map((each) => (
          <li key={each.address}>{sentence(each)}</li>
        ))}
      </ul>
      {sent.some(({ failure }) => failure !== null) && <p>{words.sentAgain}</p>}
    </div>
  )
}

function sentence({ address, sent_at: at, failure, failing_since: since }: Sent[number]): string {
  if (failure !== null && since !== null)
    return words.notTaken(address, formatDayAndTime(since), words.failures[failure])
  return at === null ? words.notSentYet(address) : words.sent(address, formatDayAndTime(at))
}
