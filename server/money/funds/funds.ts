/** Reads the funds. Two people change them (changes.ts). */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ApplicationType, Urgency } from '../../../contract/aid/application-fields.ts'
import {
  DONATION_TYPE_DEFAULT,
  donationTypeNames,
  type DonationType,
  type ShownFund,
} from '../../../contract/money/funds.ts'
import { after, seconds } from '../../platform/clock.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { DAY, LAGOS } from '../../platform/lagos-days.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { refusedField } from '../../platform/errors.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { funds } from '../ledger/schema.ts'
import { fundChanges } from './schema.ts'

export type Fund = typeof funds.$inferSelect

const selectFunds = prepared('funds', {}, (db) => db.select().from(funds).orderBy(asc(funds.place), asc(funds.name)))

/** The funds in the order in which they are shown, closed ones too. */
export function readFunds(db: Db | Tx): Promise<Fund[]> {
  return selectFunds(db, {})
}

/** The keys of all funds, in that order. */
export async function readFundKeys(db: Db | Tx): Promise<DonationType[]> {
  return (await readFunds(db)).map(({ name }) => name)
}

/** The funds as pages carry them. */
export async function readShownFunds(db: Db): Promise<ShownFund[]> {
  return (await readFunds(db)).map(({ name, title, closedAt }) => ({ fund: name, title, open: closedAt === null }))
}

/** How long a process may go on with rows that another one has changed. */
const KNOWN_MILLISECONDS = seconds(5)

interface Known {
  readonly funds: ReadonlyMap<DonationType, Fund>
  /** Former names of funds, each until a moment, the newest first. */
  readonly former: readonly { readonly fund: DonationType; readonly title: string; readonly since: Date }[]
  readonly readAt: number
}

/**
 * By the database of the process: a gift asks for its fund's name and whether it is open without a round trip more. A gift to a fund
 * that was closed less than five seconds ago may still start, as one that was started just before.
 */
const known = new WeakMap<Db, Promise<Known>>()

async function readKnown(db: Db): Promise<Known> {
  const readAt = performance.now()
  const former = await db
    .select({ fund: fundChanges.fund, title: fundChanges.title, since: proposals.decidedAt })
    .from(fundChanges)
    .innerJoin(proposals, and(eq(proposals.id, fundChanges.id), eq(proposals.state, 'confirmed')))
    .orderBy(desc(proposals.decidedAt), desc(proposals.id))
  return {
    funds: new Map((await readFunds(db)).map((fund) => [fund.name, fund])),
    former: former.flatMap(({ since, ...each }) => (since ? [{ ...each, since }] : [])),
    readAt,
  }
}

async function knowFunds(db: Db): Promise<Known> {
  const earlier = known.get(db)
  if (earlier) {
    const found = await earlier
    if (performance.now() - found.readAt < KNOWN_MILLISECONDS) return found
    if (known.get(db) !== earlier) return knowFunds(db)
  }
  const reading = readKnown(db)
  known.set(db, reading)
  // The next caller reads again.
  reading.catch(() => known.delete(db))
  return reading
}

/** After a change in this process. */
export function forgetFunds(db: Db): void {
  known.delete(db)
}

/** Names of funds now. A fund that this process does not know yet is called by its key. */
export async function fundTitles(db: Db): Promise<(fund: DonationType) => string> {
  const { funds: all } = await knowFunds(db)
  return (fund) => all.get(fund)?.title ?? fund
}

/** Names of funds at a moment. */
export async function fundTitlesOver(db: Db): Promise<(moment: Date) => (fund: DonationType) => string> {
  const { funds: all, former } = await knowFunds(db)
  const first: ReadonlyMap<string, string> = new Map(Object.entries(donationTypeNames))
  return (moment) => (fund) => {
    const changes = former.filter((each) => each.fund === fund)
    const then = changes.find(({ since }) => since <= moment)?.title ?? first.get(fund)
    return then ?? changes.at(-1)?.title ?? all.get(fund)?.title ?? fund
  }
}

interface Given {
  readonly donationType: DonationType
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** Null: from a wallet. */
  readonly intentId: string | null
}

/**
 * The name under which a gift was given, which its receipt keeps. One from a wallet keeps its day alone, of which the last name counts. One
 * that was recorded again was begun before it was paid.
 */
export async function fundTitleOf(db: Db, { donationType, createdAt, paidAt, intentId }: Given): Promise<string> {
  const begun = paidAt && paidAt < createdAt ? paidAt : createdAt
  const moment = intentId === null ? after(createdAt, DAY - LAGOS - 1) : begun
  return (await fundTitlesOver(db))(moment)(donationType)
}

const OwnFund = z.object({ fund: z.string() })

const notThere = (message: string) => refusedField('donation_type', message)

/** The fund of a gift. @throws AppError `invalid_input`: there is none */
export async function requireFund(db: Db, fund: DonationType): Promise<Fund> {
  const known = (await knowFunds(db)).funds.get(fund)
  if (known && !known.closedAt) return known
  // Another process may just have opened it, whose pages show it already.
  forgetFunds(db)
  const found = (await knowFunds(db)).funds.get(fund)
  if (!found) throw notThere('There is no such fund.')
  return found
}

/** For a new gift: what was started before still arrives. @throws AppError `invalid_input`: it is closed */
export function requireOpen({ title, closedAt }: Fund): void {
  if (closedAt) throw notThere(`${title} takes no new gifts. Choose another fund.`)
}

/**
 * The funds that an award of a request may draw on, the first one first: the one that its kind
 * names, those that name its kind, then general, then those for critical
 * requests if it is critical. Closed ones go on until they are empty.
 */
export async function fundsFor(db: Db | Tx, type: ApplicationType, urgency: Urgency | null): Promise<DonationType[]> {
  const all = await readFunds(db)
  const own = await rows(db, sql`select fund from aid_kinds where name = ${type} and fund is not null`, OwnFund)
  const found = [
    ...own.flatMap(({ fund }) => (fund === DONATION_TYPE_DEFAULT ? [] : [fund])),
    ...all.filter(({ kinds }) => kinds.includes(type)).map(({ name }) => name),
    DONATION_TYPE_DEFAULT,
    ...all.filter(({ forCritical }) => forCritical && urgency === 'critical').map(({ name }) => name),
  ]
  return [...new Set(found)]
}
