/** The jobs of the log and of what it proves. */
import { hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Job } from '../../platform/jobs.ts'
import { CHECKPOINT_JOB, checkpointPeriod } from './checkpoint-period.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { publishPayments } from './publish.ts'
import { sendCheckpoints } from './send-checkpoints.ts'
import { keyHolder } from './signer.ts'

export const logJobs = ({ env }: Pick<Core, 'env'>): Job[] => [
  {
    name: CHECKPOINT_JOB,
    everyMilliseconds: checkpointPeriod(env),
    canRun: keyHolder(),
    run: async (core, signal) => {
      await makeCheckpoint(core, signal)
    },
  },
  { name: 'log.witnesses', everyMilliseconds: minutes(1), run: sendCheckpoints },
  { name: 'log.allocations', everyMilliseconds: minutes(1), run: allocateGifts },
  {
    name: 'log.published-payments',
    everyMilliseconds: env.mode === 'sandbox' ? minutes(1) : hours(24),
    run: publishPayments,
  },
]
