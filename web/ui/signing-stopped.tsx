/** Since when the public log is not signed, and why: on /log and /transparency, and for staff. Nothing while it is signed. */
import type { CallReply } from '../api/client.ts'
import { formatDayAndTime } from '../lib/format-date.ts'
import { log as words } from '#words/proof/log.ts'
import { Banner } from './banner.tsx'

export function SigningStopped({ stopped }: Pick<CallReply<'GET /api/transparency/log'>, 'stopped'>) {
  if (stopped === null) return null
  return (
    <Banner tone="bad" title={words.stoppedTitle}>
      {words.stopped(formatDayAndTime(stopped.since))} {words.stops[stopped.reason]}
    </Banner>
  )
}
