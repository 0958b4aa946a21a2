/** The table of payouts at 1,000,000 rows: the first page of each view, pages in the middle, and the counts of all views. */
import { z } from 'zod'
import {
  GROUPS_OF_VIEW,
  isNewestFirst,
  PAYMENT_GROUPS,
  PAYOUT_VIEWS,
  type PayoutView,
} from '../../contract/aid/payout-fields.ts'
import { readPeopleRules } from '../../server/aid/awards/decision-views.ts'
import { countGroups, readGroups } from '../../server/aid/awards/payout-groups.ts'
import type { Core } from '../../server/platform/core.ts'
import type { Place } from '../../server/platform/http/cursor.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { explainStatement } from '../explain-statement.ts'
import { fill, fillTables, idOf, momentOf } from '../generate/fill.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { openCore } from '../open-core.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const MANY = 1_000_000
const QUICK = 100_000
const PEOPLE = 20_000
const ROUNDS = 15
const PAGE_MILLISECONDS_MAX = 5
const COUNTS_MILLISECONDS_MAX = 40

const ms = (figure: number) => `${figure.toFixed(2)} ms`

export async function measurePayoutList(bench: Bench): Promise<Result[]> {
  const payouts = bench.quick ? QUICK : MANY
  const filled = await bench.openMigrated('payout_list')
  await generatePeople(filled, PEOPLE)
  await generateApplications(filled, payouts, PEOPLE)
  await generatePayouts(filled, payouts)
  const { core, close } = openCore(filled)
  const results = await measure(core, filled, `of ${payouts.toLocaleString('en')} payouts`)
  await close()
  await filled.close()
  return results
}

/** The reader of the list, who releases, and a colleague who proposes. */
const READER = idOf('a', '1')
const PROPOSER = idOf('a', '2')

/**
 * One award and one payout for each request: of 500, two are proposed or released, five wait for an answer, the others have ended. Every second
 * proposed payout was proposed with its award, which its release grants. The reader proposed a third of them.
 */
async function generatePayouts(database: BenchDatabase, payouts: number): Promise<void> {
  const [first, second] = [PROPOSER, READER]
  await database.pool.query(
    `update profiles set role = 'admin', staff_roles = '{administrator}' where user_id = ${PROPOSER}`,
  )
  const moment = momentOf(payouts)
  const each = 'from generate_series($1::bigint, $2::bigint) as n'
  const isOpen = 'n % 500 < 8'
  const state = `case when n % 500 = 0 then 'proposed' when n % 500 = 1 then 'released' when n % 500 = 7 then 'disputed'
                      when n % 500 < 7 then 'sent' else 'confirmed' end`
  const isWithAward = 'n % 1000 = 0'
  const granted = (column: string) => `case when not ${isWithAward} then ${column} end`
  const wasReleased = 'n % 500 > 0'
  const wasSent = 'n % 500 > 1'
  await fillTables(
    database,
    ['awards', 'disbursements', 'proposals'],
    (client) =>
      fill(client, {
        rows: payouts,
        insert: `insert into awards (id, application_id, amount, in_payouts, state, proposed_by, proposed_at, granted_by, granted_at, ended_at,
                                     idempotency_key_hash, request_hash)
        select ${idOf('d')}, ${idOf('c')}, 1000000, 1000000, case when ${isWithAward} then 'proposed' when ${isOpen} then 'granted' else 'closed' end,
               ${first}, ${moment}, ${granted(second)}, ${granted(`${moment} + interval '1 hour'`)}, case when not ${isOpen} then ${moment} + interval '2 days' end, int8send(n), int8send(n) ${each}`,
      }),
    (client) =>
      fill(client, {
        rows: payouts,
        insert: `insert into disbursements (id, award_id, kind, item, amount, state, proposed_by, proposed_at, released_by, released_at, slip,
                                            code_hash, sent_on, sent_at, sent_by, ended_at, idempotency_key_hash, request_hash)
        select ${idOf('e')}, ${idOf('d')}, 'goods', '2 bags of rice', 1000000, ${state}, ${first}, ${moment},
               case when ${wasReleased} then ${second} end, case when ${wasReleased} then ${moment} + interval '1 hour' end,
               case when ${wasReleased} then lpad(translate(upper(to_hex(n)), 'ILOU', ''), 8, '0') end,
               case when ${wasReleased} then int8send(n) end, case when ${wasSent} then (${moment})::date end,
               case when ${wasSent} then ${moment} + interval '1 day' end, case when ${wasSent} then ${second} end,
               case when not ${isOpen} then ${moment} + interval '2 days' end, int8send(n), int8send(n) ${each}`,
      }),
    async (client) => {
      const propose = (kind: 'award' | 'disbursement', subject: string, where: string) =>
        `insert into proposals (id, kind, subject_id, choice, reason, proposed_by, proposed_at, expires_at)
        select gen_random_uuid(), '${kind}', ${subject}, '${kind === 'award' ? 'grant' : 'release'}', 'As agreed.', case when n % 1500 = 0 then ${second} else ${first} end, ${moment},
               ${moment} + interval '100 years' ${each} where ${where}`
      await fill(client, { rows: payouts, insert: propose('disbursement', idOf('e'), `not ${wasReleased}`) })
      await fill(client, { rows: payouts, insert: propose('award', idOf('c'), isWithAward) })
    },
  )
}

const Middle = z.tuple([z.object({ at: z.date(), id: z.uuid() })])
const Reader = z.tuple([z.object({ user_id: z.uuid() })])

async function measure(core: Core, { pool }: BenchDatabase, of: string): Promise<Result[]> {
  const found = await pool.query<object>(`select ${READER} as user_id`)
  const [{ user_id: userId }] = Reader.parse(found.rows)
  const reader = { userId, approves: await readPeopleRules(core), now: core.clock.now() }
  const inSql = async (work: (watched: Core) => Promise<unknown>) => {
    const explained = await explainStatement(core, pool, work)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await explained())
    return median(times)
  }
  const page = (view: PayoutView, from?: Place) =>
    inSql((watched) =>
      readGroups(watched, reader, GROUPS_OF_VIEW[view], {
        filters: {},
        newestFirst: isNewestFirst(view),
        limit: 51,
        from,
      }),
    )
  const middles = await pool.query<object>(
    `select ended_at as at, id from disbursements where ended_at is not null order by ended_at desc, id desc
      offset (select count(*) / 2 from disbursements) limit 1`,
  )
  const [{ at, id }] = Middle.parse(middles.rows)
  const results: Result[] = []
  const oldest = { filters: {}, newestFirst: false, limit: 1 }
  for (const group of ['mine', 'release'] as const)
    if ((await readGroups(core, reader, [group], oldest)).length === 0)
      throw new Error(`no payout is in the group ${group}`)
  const firsts = new Map<PayoutView, number>()
  for (const view of PAYOUT_VIEWS) {
    const took = await page(view)
    firsts.set(view, took)
    results.push({
      what: `the first page of 50 of the view ${view} ${of}`,
      figures: `planning and running its statement, as PostgreSQL counts; median of ${ROUNDS}`,
      ...atMost(took, PAGE_MILLISECONDS_MAX, ms),
    })
  }
  const middle = await page('done', { createdAt: at, id })
  const first = firsts.get('done') ?? 0
  results.push({
    what: `a page of the view done ${of}: in its middle / the first`,
    figures: `${ms(middle)} / ${ms(first)}`,
    ...atMost(middle / first, 1.5),
  })
  results.push({
    what: `the counts of all views ${of}`,
    figures: `those of more than 10,000 are remembered for half a minute; median of ${ROUNDS}`,
    ...atMost(await inSql((watched) => countGroups(watched, reader, PAYMENT_GROUPS, {})), COUNTS_MILLISECONDS_MAX, ms),
  })
  return results
}
