/** Bank statements: previewed, saved once however often they are uploaded, and compared with the books. */
import { createHash } from 'node:crypto'
import { desc, eq, sql, max } from 'drizzle-orm'
import { z } from 'zod'
import { NO_COLUMNS, PREVIEW_ROWS_MAX, type DateOrder } from '../../../contract/money/bank-fields.ts'
import { BANK_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { readOpenDifferences } from '../differences/open-differences.ts'
import { isTiedToEntry } from '../differences/ties.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isSameAccount } from './csv-account.ts'
import { ENTRIES } from './entries.ts'
import { bookBalanceTopUps } from './balance-top-ups.ts'
import { NAME_OF_LINE, readSides, recordGaps } from './gaps.ts'
import { readBarred } from './lines.ts'
import { keepIds, periodOf, splitKnown } from './known-lines.ts'
import { lockBank, matchAutomatically } from './match-lines.ts'
import { readStatement } from './read-statement.ts'
import { banks, bankLines, bankStatementLines, bankStatements } from './schema.ts'
import { refuseStatement, type ColumnNames, type FileLine, type StatementFile } from './statement-file.ts'

const ENTRIES_SHOWN = 200
const LINES_PER_INSERT = 1000

export interface Upload {
  readonly bank: string
  /** In base64. */
  readonly content: string
  readonly columns?: ColumnNames | undefined
  readonly date_order?: DateOrder | undefined
  readonly leave_out?: boolean | undefined
}

type KnownBank = Pick<typeof banks.$inferSelect, 'name' | 'columns' | 'dateOrder' | 'account'>

/** Lists the lines that saving a file would add. Stores nothing. */
export async function previewStatement({ db, clock }: Core, upload: Upload) {
  const bank = await findBank(db, upload.bank)
  const file = readUpload(upload, bank, clock.now())
  await refuseSecondName(db, bank, file)
  const { fresh, inOtherFormat } = await splitKnown(db, bank.name, file)
  const { first, last } = periodOf(file.lines)
  return {
    format: file.format,
    header: [...file.header],
    columns: file.columns,
    lines: file.lines.length,
    lines_added: fresh.length,
    lines_in_other_format: inOtherFormat,
    first_day: first,
    last_day: last,
    closing_balance: file.closing?.balance ?? null,
    closing_day: file.closing?.day ?? null,
    money_in: sumOf(file.lines.filter(({ amount }) => amount > 0n)),
    money_out: -sumOf(file.lines.filter(({ amount }) => amount < 0n)),
    balances_agree: file.balancesAgree,
    date_order: file.dateOrder,
    sample: file.lines
      .slice(0, PREVIEW_ROWS_MAX)
      .map(({ day, amount, description, reference }) => ({ day, amount, description, reference })),
    odd: file.odd.slice(0, PREVIEW_ROWS_MAX),
    odd_rows: file.odd.length,
    left_out: file.leftOut.slice(0, PREVIEW_ROWS_MAX),
    left_out_rows: file.leftOut.length,
    may_leave_out: file.mayLeaveOut,
    same_file_at: await findSameFile(db, upload),
  }
}

/**
 * Saves a statement, all of it or nothing. Lines that an earlier statement of this bank had are not added again.
 * @throws AppError `statement_unreadable`, with the odd rows as `fields`
 */
export async function saveStatement({ db, clock }: Core, by: Administering, upload: Upload) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockBank(tx)
    const bank = await findBank(tx, upload.bank)
    const file = readUpload(upload, bank, now)
    await refuseSecondName(tx, bank, file)
    const { first, last } = requireLines(file)
    const { fresh, known } = await splitKnown(tx, bank.name, file)
    const format = {
      columns: file.columns ?? bank.columns,
      dateOrder: orderOf(file) ?? bank.dateOrder,
      account: bank.account ?? file.account,
    }
    await tx
      .insert(banks)
      .values({ ...bank, ...format, createdAt: now })
      .onConflictDoUpdate({ target: banks.name, set: format })
    const id = newId()
    await tx.insert(bankStatements).values({
      id,
      bank: bank.name,
      format: file.format,
      uploadedBy: by.userId,
      uploadedAt: now,
      firstDay: first,
      lastDay: last,
      lines: file.lines.length,
      linesAdded: fresh.length,
      closingBalance: file.closing?.balance,
      closingDay: file.closing?.day,
      account: file.account,
      fileHash: hashOf(upload),
    })
    const added = fresh.map(({ day, amount, description, reference, bankId, unread = false }) => {
      return { id: newId(), bank: bank.name, day, amount, description, reference, bankId, unread, createdAt: now }
    })
    for (const part of inParts(added)) await tx.insert(bankLines).values(part)
    await keepIds(tx, known)
    const links = [...known.map(({ kept }) => kept), ...added].map((line) => ({ statementId: id, lineId: line.id }))
    for (const part of inParts(links)) await tx.insert(bankStatementLines).values(part)
    const matched = (await matchAutomatically(tx, now)) + (await bookBalanceTopUps(tx, now))
    await recordGaps(tx, now)
    const after = { bank: bank.name, rows: fresh.length }
    const audited = { by, action: 'bank_statement.uploaded', subject: 'bank_statement', subjectId: id, after } as const
    await recordAudit(tx, audited, now)
    return { id, lines: file.lines.length, lines_added: fresh.length, lines_matched: matched }
  })
}

const Entry = z.object({ key: z.string(), day: z.string(), amount: z.coerce.bigint() })

/** Everything about the bank on the page of the books, as this administrator sees it. Lines may name people: reading them is audited. */
export async function readBank(core: Core, by: Administering) {
  const { db } = core
  const [differences, sides, known, entries] = await Promise.all([
    readGaps(core, by.userId),
    readSides(db),
    db
      .select({ name: banks.name, columns: banks.columns, lastDay: max(bankStatements.lastDay) })
      .from(banks)
      .leftJoin(bankStatements, eq(bankStatements.bank, banks.name))
      .groupBy(banks.name)
      .orderBy(banks.name),
    rows(
      db,
      sql`select key, to_char(day, 'YYYY-MM-DD') as day, amount::text as amount from ${ENTRIES} as entry
           where not exists (select from bank_matches where undone_at is null and transfer_key = entry.key)
             and not ${isTiedToEntry(sql`entry.key`, by.userId)}
           -- No line can have what came after the last statement.
           order by entry.day <= (select max(last_day) + 1 from bank_statements) desc, entry.day desc, key limit ${ENTRIES_SHOWN}`,
      Entry,
    ),
  ])
  const lines = differences.filter(({ line }) => line !== null).length
  if (lines > 0) {
    const read = { action: 'list.read', subject: 'list', subjectId: 'bank-lines', after: { rows: lines } } as const
    await recordAudit(db, { by, ...read }, core.clock.now())
  }
  return {
    ...sides,
    differences,
    banks: known.map(({ name, columns, lastDay }) => ({
      name,
      columns: columns && { ...NO_COLUMNS, ...columns },
      last_day: lastDay,
    })),
    unmatched_entries: entries,
  }
}

const NamedLine = z.object({
  name: z.string(),
  id: z.string(),
  day: z.string(),
  amount: z.coerce.bigint(),
  description: z.string(),
  reference: z.string().nullable(),
  is_matched: z.boolean(),
})

/** The open differences, each with the line that it is about. */
async function readGaps(core: Core, userId: string) {
  const open = await readOpenDifferences(core, userId, BANK_DIFFERENCES)
  const subjects = open.map(({ subject }) => subject)
  const lines = await rows(
    core.db,
    sql`select ${NAME_OF_LINE} as name, id::text as id, to_char(day, 'YYYY-MM-DD') as day, amount::text as amount, description, reference,
               exists (select from bank_matches where undone_at is null and line_id = line.id) as is_matched
          from bank_lines as line where ${NAME_OF_LINE} = any(${sql.param(subjects)}::text[])`,
    NamedLine,
  )
  const lineIds = lines.map(({ id }) => id)
  const barredOf = await readBarred(core.db, userId, lineIds)
  const lineOf = new Map(lines.map(({ name, ...line }) => [name, Object.assign(line, { barred: barredOf(line.id) })]))
  return open.map((difference) => Object.assign(difference, { line: lineOf.get(difference.subject) ?? null }))
}

/** The bank of this name, in whatever case it is written, or a new one. */
async function findBank(db: Db | Tx, name: string): Promise<KnownBank> {
  const [found] = await db
    .select({ name: banks.name, columns: banks.columns, dateOrder: banks.dateOrder, account: banks.account })
    .from(banks)
    .where(sql`lower(${banks.name}) = lower(${name})`)
  return found ?? { name, columns: null, dateOrder: null, account: null }
}

/** @throws AppError `statement_unreadable`, also of another account than this bank's */
function readUpload(
  { content, columns, date_order: order, leave_out: leaveOut }: Upload,
  bank: KnownBank,
  now: Date,
): StatementFile {
  const known = {
    leaveOut: leaveOut === true,
    chosen: columns ?? null,
    remembered: bank.columns && { ...NO_COLUMNS, ...bank.columns },
    dateOrder: { chosen: order ?? null, remembered: bank.dateOrder },
  }
  const file = readStatement(Buffer.from(content, 'base64'), known, now)
  if (file.account !== null && bank.account !== null && !isSameAccount(file.account, bank.account)) {
    const [read, here] = [file.account.slice(-4), bank.account.slice(-4)]
    refuseStatement(
      `This file is of the account ending in ${read}, and “${bank.name}” is the one ending in ${here}. Choose the right file, or give the other account a name of its own, such as “${bank.name} ${read}”.`,
    )
  }
  return file
}

/** Each line would be there twice. @throws AppError `statement_unreadable`: the account has another name here */
async function refuseSecondName(db: Db | Tx, bank: KnownBank, { account }: StatementFile): Promise<void> {
  if (account === null || account.includes('*') || bank.account !== null) return
  const [known] = await db.select({ name: banks.name }).from(banks).where(eq(banks.account, account)).limit(1)
  if (known) refuseStatement(`This account is “${known.name}” here. Choose that name.`)
}

const hashOf = ({ content }: Upload) => createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')

/** When the newest statement of the same bytes was uploaded. */
async function findSameFile(db: Db, upload: Upload): Promise<Date | null> {
  const [same] = await db
    .select({ at: bankStatements.uploadedAt })
    .from(bankStatements)
    .where(eq(bankStatements.fileHash, hashOf(upload)))
    .orderBy(desc(bankStatements.uploadedAt))
    .limit(1)
  return same?.at ?? null
}

const orderOf = ({ dateOrder }: StatementFile) => (dateOrder === 'unclear' ? null : dateOrder)

const sumOf = (lines: readonly FileLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0n)

/** @throws AppError `statement_unreadable` if the file has unreadable rows, unknown columns or no lines */
function requireLines(file: StatementFile): { first: string; last: string } {
  if (file.format === 'csv' && !file.columns)
    refuseStatement('The columns of this file were not recognised. Choose what each of them is.')
  if (file.odd.length > 0) {
    const fields = file.odd.slice(0, PREVIEW_ROWS_MAX).map(({ row, why }) => ({ field: `row ${row}`, message: why }))
    const rows = file.odd.length === 1 ? '1 row' : `${file.odd.length} rows`
    throw new AppError('statement_unreadable', { detail: `${rows} cannot be read.`, fields })
  }
  if (file.dateOrder === 'unclear')
    refuseStatement('The dates of this file can be read in two ways. Choose whether the day or the month comes first.')
  const { first, last } = periodOf(file.lines)
  return first !== null && last !== null ? { first, last } : refuseStatement('This statement has no lines.')
}

function* inParts<T>(all: readonly T[]): Generator<T[]> {
  for (let next = 0; next < all.length; next += LINES_PER_INSERT) yield all.slice(next, next + LINES_PER_INSERT)
}
