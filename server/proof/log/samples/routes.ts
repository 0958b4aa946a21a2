/** HTTP for samples. The rules are in samples.ts, draw.ts and calls.ts. */
import { sampleEndpoints } from '../../../../contract/proof/sample-endpoints.ts'
import { administering } from '../../../record/audit/audit.ts'
import { coalesceReads } from '../../../platform/coalesce-reads.ts'
import type { Core } from '../../../platform/core.ts'
import { minutes } from '../../../platform/clock.ts'
import { serveEndpoints } from '../../../platform/http/endpoints.ts'
import type { Job } from '../../../platform/jobs.ts'
import { listSampleCalls, recordSampleAnswer, requireOutside } from './calls.ts'
import { closeSamples, drawSamples } from './draw.ts'
import { announceSample, readOpenPeriods, readSamples, readStaffSamples } from './samples.ts'

export function sampleRoutes(core: Core) {
  const read = coalesceReads(() => readSamples(core.db))
  return serveEndpoints(core, sampleEndpoints, {
    'GET /api/transparency/samples': async () => ({ samples: await read() }),
    'GET /api/admin/samples': async () => ({
      samples: await readStaffSamples(core.db),
      open_periods: await readOpenPeriods(core),
    }),
    'POST /api/admin/samples': async (call) => ({ id: await announceSample(core, administering(call), call.body) }),
    'GET /api/admin/samples/calls': (call) => {
      requireOutside(call.caller.staffRoles)
      return listSampleCalls(core, administering(call))
    },
    'POST /api/admin/samples/calls/:id': (call) => {
      requireOutside(call.caller.staffRoles)
      return recordSampleAnswer(core, administering(call), call.params.id, call.body.answer)
    },
  })
}

export const sampleJobs: readonly Job[] = [
  { name: 'samples.draw', everyMilliseconds: minutes(1), run: drawSamples },
  { name: 'samples.close', everyMilliseconds: minutes(1), run: closeSamples },
]
