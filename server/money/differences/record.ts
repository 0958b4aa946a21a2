/** Keeps what the checks of the books find: each difference stays open until it is gone, or two administrators close it. */
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  BANK_DIFFERENCES,
  BOOKS_DIFFERENCES,
  FUND_DIFFERENCES,
  PROVIDER_DIFFERENCES,
  type BankDifferenceKind,
  type BooksDifferenceKind,
  type FundDifferenceKind,
  type DifferenceKind,
  type MatchDifferenceKind,
  type TransferDifferenceKind,
} from '../../../contract/money/differences-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { lapseProposal } from '../../record/two-person/proposals.ts'
import { DIFFERENCE_CLOSINGS, ENDS_IN_ENTRY } from './closings.ts'
import { differences } from './schema.ts'

interface Found {
  readonly subject: string
  readonly occurredAt: Date
}

/** A difference that a check has found now. Amounts in kobo. */
export type FoundDifference =
  | (Found & {
      readonly kind: MatchDifferenceKind | TransferDifferenceKind | BankDifferenceKind
      readonly ledger: Kobo
      /** The other side's amount: the provider's or the bank's. */
      readonly provider: Kobo
    })
  | (Found & {
      readonly kind: BooksDifferenceKind | FundDifferenceKind
      readonly expected: string
      readonly found: string
      /** Null where the difference is not an amount. */
      readonly amount: Kobo | null
    })

/** Names a difference: one of each kind and subject is open at a time. */
interface Named {
  readonly kind: DifferenceKind
  readonly subject: string
}

/** The scope of a check. */
interface Check {
  readonly kinds: readonly DifferenceKind[]
  readonly found: readonly FoundDifference[]
  /** Whether an open difference is no longer there. Those of the books stay until people close them. */
  readonly isGone: (difference: Named) => boolean
}

/**
 * Opens new differences, and updates known ones. A closed difference stays closed while its amount is the same. A proposal to close an
 * open one lapses when the amount changes.
 * @returns how many of those found are open
 */
export async function recordDifferences(tx: Tx, { kinds, found, isGone }: Check, now: Date): Promise<number> {
  const open = await tx
    .select()
    .from(differences)
    .where(and(eq(differences.state, 'open'), inArray(differences.kind, [...kinds])))
    .orderBy(asc(differences.id))
    .for('update')
  const closed = found.length === 0 ? [] : await readClosed(tx, found)
  const changed: string[] = []
  let count = 0
  for (const each of found) {
    const isSame = (row: Named) => row.kind === each.kind && row.subject === each.subject
    const sides = sidesOf(each)
    const known = open.find(isSame)
    if (known) {
      if (!isExplained(known, sides)) changed.push(known.id)
      await tx
        .update(differences)
        .set({ ...sides, lastSeenAt: now })
        .where(eq(differences.id, known.id))
    } else {
      // A cover ends one shortage of a fund, and explains no later one.
      if (each.kind !== 'short_fund' && closed.some((row) => isSame(row) && isExplained(row, sides))) continue
      const { kind, subject, occurredAt } = each
      const seen = { firstSeenAt: now, lastSeenAt: now, state: 'open' as const }
      // Another check may find the same at this moment.
      await tx
        .insert(differences)
        .values({ id: newId(), kind, subject, occurredAt, ...sides, ...seen })
        .onConflictDoNothing()
    }
    count += 1
  }
  const gone = open.filter((row) => row.kind !== 'books' && isGone(row)).map(({ id }) => id)
  if (gone.length > 0)
    await tx.update(differences).set({ state: 'gone', endedAt: now }).where(inArray(differences.id, gone))
  // An older reason was about another amount.
  for (const id of [...changed, ...gone]) await lapseProposal(tx, DIFFERENCE_CLOSINGS, id, now)
  return count
}

/** One that was explained while the provider was asked again may end in an entry by now, and is open again. */
async function readClosed(tx: Tx, found: readonly FoundDifference[]) {
  const subjects = found.map(({ subject }) => subject)
  return tx
    .select()
    .from(differences)
    .where(and(eq(differences.state, 'closed'), inArray(differences.subject, subjects), not(ENDS_IN_ENTRY)))
}

function sidesOf(found: FoundDifference) {
  if ('ledger' in found) {
    const { ledger, provider } = found
    return { ledger, provider, expected: null, found: null, amount: ledger - provider }
  }
  return { ledger: null, provider: null, expected: found.expected, found: found.found, amount: found.amount }
}

interface Sides {
  readonly amount: Kobo | null
  readonly expected: string | null
  readonly found: string | null
}

function isExplained(closed: Sides, now: Sides): boolean {
  if (closed.amount !== null || now.amount !== null) return closed.amount === now.amount
  return closed.expected === now.expected && closed.found === now.found
}

/** The public sum over open `differences`, without shortages of funds: they would reveal awards. */
export const UNEXPLAINED_SUM = sql`coalesce(sum(abs(amount)) filter (where kind <> 'short_fund'), 0)::text`

/** How many differences are open: of the books from themselves, from the payment provider and from the bank, and funds below zero. */
export async function countOpenDifferences(db: Db) {
  const of = (kinds: readonly DifferenceKind[]) =>
    sql`count(*) filter (where kind = any(${sql.param([...kinds])}::text[]))::int`
  return onlyRow(
    db,
    sql`select ${of(BOOKS_DIFFERENCES)} as books, ${of(PROVIDER_DIFFERENCES)} as provider,
               ${of(BANK_DIFFERENCES)} as bank, ${of(FUND_DIFFERENCES)} as funds from differences where state = 'open'`,
    z.object({ books: z.number(), provider: z.number(), bank: z.number(), funds: z.number() }),
  )
}
