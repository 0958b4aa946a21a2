/** A staff of twenty at once on the queue of {@link measureQueue}, taking requests. */
import { performance } from 'node:perf_hooks'
import { takeNext } from '../../server/aid/review/queue/leases.ts'
import type { Administering } from '../../server/record/audit/audit.ts'
import type { Core } from '../../server/platform/core.ts'
import type { BenchDatabase } from '../bench.ts'
import { idOf } from '../generate/fill.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const STAFF = 20
const TAKES_EACH = 100

const ms = (figure: number) => `${figure.toFixed(1)} ms`

export async function measureStaffAtOnce(core: Core, { pool }: BenchDatabase): Promise<Result[]> {
  const { rows } = await pool.query<{ user_id: string }>(
    `update profiles set role = 'admin', staff_roles = '{reviewer}'
      where user_id in (select ${idOf('a', '100 + n')} from generate_series(1, ${STAFF}) as n) returning user_id`,
  )
  const staff = rows.map(({ user_id: userId }): Administering => ({ userId, role: 'admin', requestId: 'bench' }))
  const takes = await measureTakes(core, staff)
  return [
    {
      what: `requests that two of ${STAFF} people got who took the next one at once`,
      figures: `${takes.all.toLocaleString('en')} takes, ${takes.different.toLocaleString('en')} requests; each ${ms(takes.each)}, median`,
      ...atMost(takes.all - takes.different, 0, String),
    },
  ]
}

async function measureTakes(core: Core, staff: readonly Administering[]) {
  const times: number[] = []
  const taken = await Promise.all(
    staff.map(async (by) => {
      const own: string[] = []
      for (let take = 0; take < TAKES_EACH; take += 1) {
        const started = performance.now()
        const next = await takeNext(core, by, own)
        times.push(performance.now() - started)
        if (next) own.push(next.application.id)
      }
      return own
    }),
  )
  const all = taken.flat()
  return {
    all: all.length,
    different: new Set(all).size,
    each: median(times),
  }
}
