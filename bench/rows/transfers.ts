/** The reads that people wait for, at 10,000,000 transfers and at 1,000,000: receipts with their proof, the public figures, the list of payments. */
import { z } from 'zod'
import { getDonationByReceipt } from '../../server/money/gifts/donations.ts'
import { keepMonthlyGifts } from '../../server/money/ledger/monthly-gifts.ts'
import { readProof, readTrail } from '../../server/proof/log/receipts.ts'
import { listPayouts } from '../../server/aid/awards/payouts-list.ts'
import { readFailures } from '../../server/proof/books/failures.ts'
import { readMonths } from '../../server/proof/books/months.ts'
import { readPublicFunds } from '../../server/proof/books/stats.ts'
import type { Bench } from '../bench.ts'
import { generateLoggedGifts } from '../generate/log.ts'
import { generateMoney, receiptCodeOf } from '../generate/money.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { generatePayments } from '../generate/payments.ts'
import { openCore } from '../open-core.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

interface Size {
  readonly gifts: number
  readonly topUps: number
  readonly people: number
  readonly disbursements: number
}
/** 1.8 transfers for each gift, 0.95 for each top-up. */
const MANY: Size = { gifts: 5_000_000, topUps: 1_060_000, people: 100_000, disbursements: 100_000 }
const FEW: Size = { gifts: 500_000, topUps: 106_000, people: 10_000, disbursements: 10_000 }
/** `--quick` makes all of them smaller by this. */
const QUICK = 10
/** Both have as many months. */
const SECONDS = 2 * 365 * 86_400
const WAITING = 1000
const ROUNDS = 120
const GOAL = 1.5

export async function measureTransfers(bench: Bench): Promise<Result[]> {
  const many = await openWorld(bench, 'transfers_many', bench.quick ? smaller(MANY) : MANY)
  const few = await openWorld(bench, 'transfers_few', bench.quick ? smaller(FEW) : FEW)
  const results: Result[] = []
  for (const [place, { what, read }] of many.reads.entries()) {
    const other = few.reads[place]
    if (!other) throw new Error('both worlds have the same reads')
    const times = { many: new Array<number>(), few: new Array<number>() }
    for (let round = 0; round < ROUNDS + 5; round += 1) {
      times.many.push(await timed(() => read(round)))
      times.few.push(await timed(() => other.read(round)))
    }
    const [slow, quick] = [median(times.many.slice(5)), median(times.few.slice(5))]
    results.push({
      what: `${what}: at ${many.transfers} transfers / at ${few.transfers}`,
      figures: `${slow.toFixed(2)} ms / ${quick.toFixed(2)} ms; median of ${ROUNDS}, taking turns`,
      ...atMost(slow / quick, GOAL),
    })
  }
  for (const world of [many, few]) await world.close()
  const [first, ...rest] = results
  const note = `the functions with their statements, without HTTP, each time of another gift. Made in ${many.seconds} s and ${few.seconds} s; writing the rows of all months took ${many.monthsSeconds} s and ${few.monthsSeconds} s, once`
  return first ? [{ ...first, note }, ...rest] : rest
}

const smaller = (size: Size): Size => ({
  gifts: size.gifts / QUICK,
  topUps: size.topUps / QUICK,
  people: size.people / QUICK,
  disbursements: size.disbursements / QUICK,
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const Reader = z.tuple([z.object({ user_id: z.uuid() })])
const Count = z.tuple([z.object({ count: z.coerce.number() })])

async function openWorld(bench: Bench, name: string, size: Size) {
  const { gifts, topUps, people, disbursements } = size
  const filled = await bench.openMigrated(name)
  const seconds = await timed(async () => {
    await generatePeople(filled, people)
    await generateMoney(filled, { gifts, topUps, people, readersTopUps: 10, secondsApart: SECONDS / gifts })
    await generateLoggedGifts(filled, gifts)
    await generateApplications(filled, disbursements / 10, people)
    await generatePayments(filled, { disbursements, waiting: WAITING })
    await filled.pool.query('vacuum analyze')
  })
  const { core, close } = openCore(filled)
  const monthsSeconds = await timed(() => keepMonthlyGifts(core))
  const [{ user_id: userId }] = Reader.parse(
    (await filled.pool.query(`select user_id from profiles where role = 'beneficiary' offset 5 limit 1`)).rows,
  )
  const [{ count }] = Count.parse((await filled.pool.query('select count(*) from transfers')).rows)
  const by = { userId, role: 'admin', requestId: 'bench' } as const
  const { db } = core
  /** A gift that is counted, then one that waits behind most others. Their numbers end in 1, as those whose entries open. */
  const counted = (round: number) => receiptCodeOf(1 + 1000 * (1 + ((round * 7) % (gifts / 2000))))
  const waiting = (round: number) => receiptCodeOf(gifts - 20_000 + 1 + 1000 * (round % 9))
  const gift = async (code: string) => (await getDonationByReceipt(db, code)).id
  return {
    transfers: count.toLocaleString('en'),
    seconds: (seconds / 1000).toFixed(0),
    monthsSeconds: (monthsSeconds / 1000).toFixed(1),
    reads: [
      { what: 'a receipt', read: (round: number) => getDonationByReceipt(db, counted(round)) },
      {
        what: 'where a gift went, once counted',
        read: async (round: number) => readTrail(db, await gift(counted(round))),
      },
      {
        what: 'the same of one of the last in line',
        read: async (round: number) => readTrail(db, await gift(waiting(round))),
      },
      { what: 'the proof of a gift', read: async (round: number) => readProof(db, await gift(counted(round))) },
      { what: '/transparency: the funds', read: () => readPublicFunds(core) },
      { what: '/transparency: the months', read: () => readMonths(core) },
      { what: '/transparency/failures', read: () => readFailures(core) },
      {
        what: 'the list of payouts with its counts',
        read: () => listPayouts(core, by, true, { view: 'all', limit: 50 }),
      },
    ],
    async close() {
      await close()
      await filled.close()
    },
  }
}
