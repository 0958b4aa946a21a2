/** Finds which lines of a file are kept already, from an earlier file of the same days in the same format or in the other one. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATEMENT_FORMATS } from '../../../contract/money/bank-fields.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { findOthers } from './adjoining.ts'
import { bankLines, type BankLine } from './schema.ts'
import { refuseStatement, type FileLine, type StatementFile } from './statement-file.ts'
import { KOBO_MAX } from './values.ts'

export function periodOf(lines: readonly FileLine[]) {
  const days = lines.map(({ day }) => day).toSorted()
  return { first: days[0] ?? null, last: days.at(-1) ?? null }
}

interface Known {
  readonly kept: BankLine
  readonly line: FileLine
}

/**
 * Splits the lines of a file into those that this bank's statements already have, and those that are new. A line is the same when its
 * day and amount are, and neither the bank's ids nor the references differ; of several such lines, each stands for one. The references
 * of two formats are not compared: banks fill them with other numbers.
 * @returns `inOtherFormat`: the known lines whose reference differs from that of the other format
 * @throws AppError `statement_unreadable`: the new lines are too large together with the others
 */
export async function splitKnown(db: Db | Tx, bank: string, file: StatementFile) {
  const { lines, format } = file
  const { first, last } = periodOf(lines)
  if (first === null || last === null) return { fresh: [], known: [], inOtherFormat: 0 }
  const stored = await db
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.bank, bank), sql`${bankLines.day} between ${first} and ${last}`))
    .orderBy(bankLines.number)
  const origins = await readOrigins(db, bank, { first, last })
  const others = await findOthers(db, bank, file, { first, last })
  const left = Map.groupBy(
    stored.filter(({ id }) => !others.has(id)),
    nameOf,
  )
  const known: Known[] = []
  const takeKnown = (from: readonly FileLine[], fits: (kept: BankLine, line: FileLine) => boolean) => {
    const others: FileLine[] = []
    for (const line of from) {
      const kept = take(left.get(nameOf(line)), (each) => fits(each, line))
      if (kept) known.push({ kept, line })
      else others.push(line)
    }
    return others
  }
  const hasSameId = (kept: BankLine, line: FileLine) => agree(kept.bankId, line.bankId)
  // Lines with equal texts are matched first, lines with texts that the bank rewrote take the rest.
  const rewritten = takeKnown(lines, isSameText)
  const unlike = takeKnown(rewritten, (kept, line) => hasSameId(kept, line) && agree(kept.reference, line.reference))
  const fresh = takeKnown(unlike, (kept, line) => hasSameId(kept, line) && origins.get(kept.id) !== format)
  await requireSums(db, fresh)
  return { fresh, known, inOtherFormat: unlike.length - fresh.length }
}

/** The sums of all lines and of the ledger must fit into JSON. @throws AppError `statement_unreadable` */
async function requireSums(db: Db | Tx, fresh: readonly FileLine[]): Promise<void> {
  const { kept } = await onlyRow(
    db,
    sql`select coalesce(sum(abs(amount)), 0)::text as kept from bank_lines`,
    z.object({ kept: z.coerce.bigint() }),
  )
  const moved = fresh.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), kept)
  if (moved > 9n * KOBO_MAX)
    refuseStatement('With all statements before it, this one is too large. Remove one whose amounts were misread.')
}

const Origin = z.object({ id: z.string(), format: z.enum(STATEMENT_FORMATS) })

/** The format of the first statement that had each line: its reference is from there. */
async function readOrigins(db: Db | Tx, bank: string, { first, last }: { first: string; last: string }) {
  const found = await rows(
    db,
    sql`select distinct on (line.id) line.id::text as id, format from bank_lines as line
          join bank_statement_lines on line_id = line.id join bank_statements on bank_statements.id = statement_id
         where line.bank = ${bank} and line.day between ${first} and ${last}
         order by line.id, uploaded_at, bank_statements.id`,
    Origin,
  )
  return new Map(found.map(({ id, format }) => [id, format]))
}

/** Keeps the bank's ids of lines that came without: two ids of one day and amount are two lines. */
export async function keepIds(tx: Tx, known: readonly Known[]): Promise<void> {
  const named = known.filter(({ kept, line }) => kept.bankId === null && line.bankId !== null)
  if (named.length === 0) return
  const values = JSON.stringify(named.map(({ kept, line }) => ({ id: kept.id, bank_id: line.bankId })))
  await tx.execute(
    sql`update bank_lines set bank_id = named.bank_id from jsonb_to_recordset(${values}::jsonb) as named (id uuid, bank_id text)
         where bank_lines.id = named.id`,
  )
}

/** Clears the ids that {@link keepIds} took from an OFX statement, once it is removed: another OFX file may name the lines otherwise. */
export async function forgetIds(tx: Tx, bank: string): Promise<void> {
  await tx.execute(
    sql`update bank_lines set bank_id = null where bank = ${bank} and bank_id is not null and not exists (
          select from bank_statement_lines join bank_statements on bank_statements.id = statement_id
           where line_id = bank_lines.id and format = 'ofx')`,
  )
}

const nameOf = ({ day, amount }: Pick<FileLine, 'day' | 'amount'>) => `${day} ${amount}`

/** Two references that are both there and differ are two payments. */
const agree = (kept: string | null, read: string | null) => kept === null || read === null || kept === read

function isSameText(kept: BankLine, line: FileLine): boolean {
  if (kept.bankId && line.bankId) return kept.bankId === line.bankId
  return kept.description === line.description && kept.reference === line.reference
}

/** Removes the first that fits. */
function take<T>(from: T[] | undefined, fits: (each: T) => boolean): T | undefined {
  const index = from?.findIndex(fits) ?? -1
  return index < 0 ? undefined : from?.splice(index, 1)[0]
}
