/**
 * The first year of a small organisation, from the first gift to the eleventh household. On each day the API, the page without JavaScript
 * and the log say nothing of a part that ten households do not share: not zero, and not within another part.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { audit, readHead, readEntries, type ReadLog } from '../../../contract/proof/audit.ts'
import { readClearEntry, type ClearEntry } from '../../../contract/proof/clear-entries.ts'
import { readPublished } from '../../../contract/proof/corrections.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { figurePlaceholder, fundFigure, UNKNOWN_FIGURE } from '../../../contract/proof/public-figures.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { pageFigures } from '../books/public-page.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { readOpenings } from './openings.ts'
import { publishOutflows } from './outflows.ts'

const payouts = usePayouts()
const DAY = hours(24)
/** In days since the first gift: awards run ahead of payments, as they do everywhere. */
const GRANTED = [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]
const HANDED = [75, 90, 120, 150, 180, 210, 240, 270, 300, 330, 350]
const LOST = 200
const amountOf = (household: number) => 1_000 + household

const TENTH = 330
const START = Date.UTC(2026, 0, 15, 9)

const Part = z.strictObject({ amount: z.number(), month: z.string() }).nullable()
const Parts = z.looseObject({ promised: Part, paid_out: Part, lost: Part })
const Funds = z.object({ funds: z.array(Parts.extend({ fund: z.string() })), together: Parts })
const Months = z.object({ rows: z.array(Parts.extend({ scope: z.string(), month: z.string() })) })
const Failures = z.object({ lost: z.object({ payments: Part }) })
const FIGURES = [
  'promised',
  'paid_out',
  fundFigure('school', 'promised'),
  fundFigure('school', 'paid_out'),
  fundFigure('school', 'left'),
] as const

const readLog: ReadLog = async (path) => {
  const answer = await payouts.server.app.request(`/log/${path}`)
  return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
}

/** The figures by each public source: promised, paid out and lost, in naira. */
interface Today {
  readonly said: readonly (readonly [source: string, amounts: readonly (number | undefined)[]])[]
  /** The same of each month of the two. */
  readonly months: readonly (readonly [month: string, amounts: readonly (number | undefined)[]])[]
  readonly logged: readonly unknown[]
  readonly page: readonly (string | undefined)[]
}

async function readToday(): Promise<Today> {
  const { server } = payouts
  await publishOutflows(server.core)
  await makeCheckpoint(server.core)
  const get = async (path: string) => (await server.call('GET', path)).body
  const amounts = (found: z.output<typeof Parts> | undefined) => [
    found?.promised?.amount,
    found?.paid_out?.amount,
    found?.lost?.amount,
  ]
  const { funds, together } = Funds.parse(await get('/api/funds'))
  const { rows } = Months.parse(await get('/api/transparency/months'))
  const { lost } = Failures.parse(await get('/api/transparency/failures'))
  const page = await pageFigures(server.core)()
  const logged: unknown[] = []
  const { head } = await readHead(readLog)
  await readEntries(readLog, head, (first, entries) => {
    for (const [at, entry] of entries.entries()) {
      const values = readClearEntry(first + at, entry, ['totals'])?.values
      if (values) logged.push([values['promised'], values['paid_out'], values['lost']])
    }
  })
  return {
    said: [
      ['school', amounts(funds.find(({ fund }) => fund === 'school'))],
      ['all', amounts(together)],
      ['failures', [undefined, undefined, lost.payments?.amount]],
    ],
    months: rows
      .filter(({ scope }) => scope === 'all' || scope === 'school')
      .map((row) => [row.month, amounts(row)] as const),
    logged,
    page: FIGURES.map((figure) => page[figurePlaceholder(figure)]),
  }
}

test('on no day of its first year does a small organisation publish a figure that fewer than ten households share', async () => {
  const { server } = payouts
  let staff: Administrator[] = await payouts.administrators('halima', 'musa')
  await payouts.fill(500_000)
  const awards: string[] = []
  const payments: string[] = []
  const first = () => {
    const [one] = staff
    if (!one) throw new Error('an administrator')
    return one
  }
  const acts: [number, () => Promise<void>][] = []
  for (const [household, day] of GRANTED.entries())
    acts.push([
      day,
      async () => {
        const request = await payouts.approved(await newPerson(server, `household${household}`), first())
        awards[household] = (await payouts.granted(request, amountOf(household), staff)).id
      },
    ])
  for (const [household, day] of HANDED.entries())
    acts.push([
      day,
      async () => {
        payments[household] = await payouts.released(awards[household] ?? '', amountOf(household), staff)
        await payouts.handOver(first(), payments[household] ?? '', amountOf(household))
      },
    ])
  acts.push([
    LOST,
    async () => {
      const reason = { expected_state: 'sent', reason: 'Stolen on the way.' }
      const writeOff = lastOf(awardIn(await payouts.act(first(), `/payouts/${payments[0]}/lost`, reason))).write_off
      expect((await payouts.act(staff[1] ?? first(), `/decisions/${writeOff?.id}/confirmation`)).status).toBe(200)
    },
  ])
  const found: unknown[] = []
  const expected: unknown[] = []
  for (let day = 1; day <= 365; day += 1) {
    server.clock.advance(DAY)
    const today = acts.filter(([at]) => at === day)
    if (today.length > 0) staff = await Promise.all(['halima', 'musa'].map((name) => signInAdministrator(server, name)))
    for (const [, act] of today) await act()
    // A quiet day is like the one before it.
    if (today.length === 0 && day % 15 > 0) continue
    const read = await readToday()
    found.push([day, read])
    expected.push([day, shownOn(day, read)])
  }
  expect(payments).toHaveLength(11)
  expect(found).toEqual(expected)
  // An auditor sees the loss apart, and what is published of it.
  const clear: ClearEntry[] = []
  const { head } = await readHead(readLog)
  const leaves = await readEntries(readLog, head, (start, entries) => {
    clear.push(...entries.flatMap((entry, at) => readClearEntry(start + at, entry, ['totals']) ?? []))
  })
  const all = GRANTED.reduce((sum, _, household) => sum + BigInt(amountOf(household)) * 100n, 0n)
  expect(await audit(leaves, (await readOpenings(server.core)).map(readOpening))).toMatchObject({
    faults: [],
    handedOver: all,
    returned: 0n,
    lost: 100_000n,
  })
  expect(readPublished(clear)).toMatchObject({ paidOut: all - BigInt(amountOf(10)) * 100n, lost: undefined })
  await expectBooksBalance(server)
}, 240_000)

/** Ten households, with the lost payment among what was handed over: one loss is never told, and the eleventh household changes nothing. */
function shownOn(day: number, { months }: Today): Today {
  const isShown = HANDED.filter((at) => at <= day).length >= 10
  const sum = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, each) => amountOf(from + each)).reduce((total, amount) => total + amount, 0)
  const [paid, promised] = [sum(0, 10), sum(10, 11)]
  const month = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' })
  const inWords = (amount: number) => `₦${amount.toLocaleString('en-NG')}.00`
  const asOf = (amount: number) => `${inWords(amount)}, as of ${month.format(new Date(START + TENTH * DAY))}`
  const entry = [String(promised * 100), String(paid * 100), '']
  const nothing = [undefined, undefined, undefined]
  const amounts = (shown: boolean) => (shown ? [promised, paid, undefined] : nothing)
  const first = new Date(START + TENTH * DAY).toISOString().slice(0, 7)
  return {
    said: [
      ['school', amounts(isShown)],
      ['all', amounts(isShown)],
      ['failures', nothing],
    ],
    // Those before it keep their dashes.
    months: months.map(([name]) => [name, amounts(isShown && name >= first)]),
    logged: isShown ? [entry, entry] : [],
    page: isShown
      ? [asOf(promised), asOf(paid), asOf(promised), asOf(paid), inWords(500_000 - sum(0, 11))]
      : Array.from({ length: 5 }, () => UNKNOWN_FIGURE),
  }
}
