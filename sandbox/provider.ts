/** Shared by every part of the stand-in provider. */
import type { Kobo } from '../contract/platform/money.ts'
import type { Background } from '../server/platform/background.ts'
import type { Clock } from '../server/platform/clock.ts'
import type { Db } from '../server/platform/db/db.ts'
import type { Logger } from '../server/platform/logger.ts'
import type { Switches } from './switches.ts'

export interface Provider {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly background: Background
  /** The bearer key it accepts, and signs its webhooks with. */
  readonly secretKey: string
  /** The destination of its webhooks. */
  readonly webhookUrl: string
  /** The URL that approves a transfer; null when that is not set up. */
  readonly approvalUrl: string | null
  readonly minimumKobo: Kobo
  /** How long a transfer out is on its way, in milliseconds. */
  readonly landsAfter: number
  readonly control: boolean
  /** Whether texts are shown at /sandbox/phone. */
  readonly hasPhone: boolean
  readonly switches: Switches
  /** Webhooks that this process is sending now. Its own job skips them, however far a test moves the clock. */
  readonly sending: Set<number>
}
