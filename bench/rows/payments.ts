/** The list of payouts at 1,000,000 disbursements and at 1,000, of which equally many wait: its newest rows, and a page of a view, both with the counts of all views. */
import { z } from 'zod'
import { listPayouts } from '../../server/aid/awards/payouts-list.ts'
import type { Bench } from '../bench.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { generatePayments } from '../generate/payments.ts'
import { openCore } from '../open-core.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const MANY = 1_000_000
const QUICK = 100_000
const FEW = 1000
/** In both. */
const WAITING = 1000
const PEOPLE = 2000
const PER_AWARD = 10
const ROUNDS = 60
const GOAL = 1.5

export async function measurePayments(bench: Bench): Promise<Result[]> {
  const disbursements = bench.quick ? QUICK : MANY
  const many = await openList(bench, 'payments_many', disbursements)
  const few = await openList(bench, 'payments_few', FEW)
  const times = { many: newTimes(), few: newTimes() }
  for (let round = 0; round < ROUNDS + 5; round += 1) {
    for (const name of ['many', 'few'] as const) {
      const { all, page } = name === 'many' ? many : few
      times[name].all.push(await timed(all))
      times[name].page.push(await timed(page))
    }
  }
  await many.close()
  await few.close()
  const of = disbursements.toLocaleString('en')
  const row = (what: string, which: 'all' | 'page'): Result => {
    const [slow, quick] = [median(times.many[which].slice(5)), median(times.few[which].slice(5))]
    return {
      what: `${what} of the list of payouts: of ${of} disbursements / of ${FEW.toLocaleString('en')}`,
      figures: `${slow.toFixed(2)} ms / ${quick.toFixed(2)} ms; median of ${ROUNDS}, taking turns`,
      ...atMost(slow / quick, GOAL),
      note: `${WAITING.toLocaleString('en')} of them wait in both, in five states; the function with its statements and its audit, without HTTP`,
    }
  }
  return [row('the newest rows and the counts of all views', 'all'), row('a page of 50 of one view', 'page')]
}

const newTimes = () => ({ all: new Array<number>(), page: new Array<number>() })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const Reader = z.tuple([z.object({ user_id: z.uuid() })])

async function openList(bench: Bench, name: string, disbursements: number) {
  const filled = await bench.openMigrated(name)
  await generatePeople(filled, PEOPLE)
  await generateApplications(filled, disbursements / PER_AWARD, PEOPLE)
  await generatePayments(filled, { disbursements, waiting: WAITING })
  const { core, close } = openCore(filled)
  const [{ user_id: userId }] = Reader.parse(
    (await filled.pool.query(`select user_id from profiles where role = 'beneficiary' offset 5 limit 1`)).rows,
  )
  const by = { userId, role: 'admin', requestId: 'bench' } as const
  const { views } = await listPayouts(core, by, true, { view: 'all', limit: 50 })
  if (views.filter(({ total }) => total !== 0).length < 5) throw new Error('the bench expects rows in five views')
  return {
    all: () => listPayouts(core, by, true, { view: 'all', limit: 50 }),
    page: () => listPayouts(core, by, true, { view: 'to_hand_over', limit: 50 }),
    async close() {
      await close()
      await filled.close()
    },
  }
}
