/** How many requests each view of the queue has. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { QUEUE_VIEWS, type QueueView } from '../../../../contract/aid/queue-fields.ts'
import { seconds } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { onlyRow } from '../../../platform/db/db.ts'
import { countBeside } from '../../../platform/lists/counted.ts'
import { asRead } from '../review-list.ts'
import { inView } from './views.ts'

type Counts = Record<QueueView, ReturnType<ReturnType<typeof countBeside>['of']>>

/** Every open page asks after each change, and none needs a newer count. */
const KEPT = seconds(2)

/** @returns counts for one person, at most two seconds old */
export function createCounts(core: Core): (userId: string) => Promise<Counts> {
  const kept = new Map<string, { until: number; counts: Promise<Counts> }>()
  return (userId) => {
    const now = core.clock.now().getTime()
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id)
    const known = kept.get(userId)
    if (known) return known.counts
    const counts = count(core, userId)
    kept.set(userId, { until: now + KEPT, counts })
    counts.catch(() => kept.delete(userId))
    return counts
  }
}

const Row = z.record(z.enum(QUEUE_VIEWS), z.number().nullable())

async function count(core: Core, userId: string): Promise<Counts> {
  const { reading } = asRead({ view: 'all' }, { userId, now: core.clock.now() })
  const totals = ofEach((view) =>
    countBeside(core, sql`from aid_applications as applications where ${inView(view, reading)}`),
  )
  const columns = QUEUE_VIEWS.map((view) => sql`${totals[view].column} as ${sql.identifier(view)}`)
  const counted = await onlyRow(core.db, sql`select ${sql.join(columns, sql`, `)}`, Row)
  return ofEach((view) => totals[view].of(counted[view]))
}

function ofEach<T>(make: (view: QueueView) => T): Record<QueueView, T> {
  return {
    next: make('next'),
    mine: make('mine'),
    answered: make('answered'),
    appeals: make('appeals'),
    late: make('late'),
    waiting: make('waiting'),
    unassigned: make('unassigned'),
    all: make('all'),
  }
}
