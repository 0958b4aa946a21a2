/** Who counts as there. */
import { HEARTBEAT_SECONDS, type PresenceMode } from '../../../../contract/aid/queue-fields.ts'
import { after, seconds } from '../../../platform/clock.ts'
import type { Reading } from './views.ts'

/** Two heartbeats may be lost. */
export const GONE_AFTER = seconds(HEARTBEAT_SECONDS) * 2.5

interface Present {
  readonly user_id: string
  readonly full_name: string
  readonly mode: PresenceMode
  readonly since: Date
  readonly seen_at: Date
}

/** The others among those who said that they are there. */
export function hereNow(present: readonly Present[], { userId, now }: Reading) {
  return present
    .filter((each) => each.user_id !== userId && after(each.seen_at, GONE_AFTER) > now)
    .map(({ user_id, full_name, mode, since }) => ({ user_id, full_name, mode, since }))
}
