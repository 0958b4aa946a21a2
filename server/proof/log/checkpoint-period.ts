/** How often the log is signed. */
import type { Env } from '../../platform/env/env.ts'
import { hours, minutes } from '../../platform/clock.ts'

export const CHECKPOINT_JOB = 'log.checkpoint'

/** A checkpoint from the first start on, then each day; in the sandbox each minute, so that the whole way can be tried in one sitting. */
export const checkpointPeriod = ({ mode }: Pick<Env, 'mode'>): number => (mode === 'sandbox' ? minutes(1) : hours(24))
