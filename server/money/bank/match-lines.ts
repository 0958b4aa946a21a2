/**
 * Matches the lines of bank statements with entries of the ledger. Automatically only where amount, date and reference leave one
 * choice; the rest by hand, by one administrator, since nothing is booked and every match can be undone.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { requireUntiedEntries } from '../differences/ties.ts'
import { newId } from '../../platform/ids.ts'
import { ENTRIES, MATCHES } from './entries.ts'
import { IS_EXPLAINED_ENTRY, IS_EXPLAINED_LINE, recordGaps } from './gaps.ts'
import { takeOnlyChoices } from './only-choices.ts'
import { bankMatches } from './schema.ts'

/** A line may be dated a day before the provider's settlement, and several days later over a holiday. */
const DAYS_BEFORE = 1
const DAYS_AFTER = 5
/** A line that names the entry may be later still. */
const DAYS_AFTER_NAMED = 31

const Candidate = z.object({ line: z.string(), text: z.string(), key: z.string(), is_near: z.boolean() })
type Candidate = z.output<typeof Candidate>

/** Uploads and matches come one at a time, so that no entry is matched twice and no line added twice. */
export async function lockBank(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table bank_lines in share row exclusive mode`)
}

/** Skips what two people have explained, on either side. @returns how many lines were matched */
export async function matchAutomatically(tx: Tx, now: Date): Promise<number> {
  const found = await rows(
    tx,
    sql`select line.id::text as line, line.description || ' ' || coalesce(line.reference, '') as text, entry.key,
               line.day <= entry.day + ${DAYS_AFTER}::int as is_near
          from bank_lines as line
          join ${ENTRIES} as entry on entry.amount = line.amount
           and line.day between entry.day - ${DAYS_BEFORE}::int and entry.day + ${DAYS_AFTER_NAMED}::int
         where not line.unread and not exists (select from bank_matches where undone_at is null and line_id = line.id)
           and not exists (select from bank_matches where undone_at is null and transfer_key = entry.key)
           and not exists (select from bank_matches where line_id = line.id and transfer_key = entry.key)
           and not ${IS_EXPLAINED_LINE} and not ${IS_EXPLAINED_ENTRY}`,
    Candidate,
  )
  const named = takeOnlyChoices(found.filter(({ text, key }) => isNamed(text, key)))
  const isFree = ({ line, key }: Candidate) => !named.some((pair) => pair.line === line || pair.key === key)
  const near = takeOnlyChoices(found.filter((pair) => pair.is_near && isFree(pair)))
  const pairs = [...named, ...near]
  if (pairs.length > 0)
    await tx
      .insert(bankMatches)
      .values(pairs.map(({ line, key }) => ({ id: newId(), lineId: line, transferKey: key, matchedAt: now })))
  return pairs.length
}

/** Does the bank's text contain what the key names, such as the number of a settlement, as a separate word? */
function isNamed(text: string, key: string): boolean {
  const name = key.slice(key.indexOf(':') + 1).toLowerCase()
  return text
    .toLowerCase()
    .split(/[^a-z0-9-]+/)
    .some((word) => word === name || word.split('-').includes(name))
}

const Summed = z.object({ amount: z.coerce.bigint(), found: z.number() })

/**
 * Matches a line with entries by hand. Nothing is booked; where the amounts differ, that difference stays open.
 * @returns the line's amount less the entries', in kobo
 * @throws AppError `not_found`, `bank_line_matched`, `own_request`: tied to a payout among the entries
 */
export async function matchByHand({ db, clock }: Core, by: Administering, lineId: string, given: readonly string[]) {
  const now = clock.now()
  const keys = [...new Set(given)]
  return db.transaction(async (tx) => {
    await lockBank(tx)
    const line = await getLine(tx, lineId)
    const entries = await onlyRow(
      tx,
      sql`select coalesce(sum(amount), 0)::text as amount, count(*)::int as found from ${ENTRIES} as entry
           where key = any(${sql.param(keys)}::text[])`,
      Summed,
    )
    if (entries.found !== keys.length)
      throw new AppError('not_found', { detail: 'There is no such entry of the bank.' })
    await requireUntiedEntries(tx, by.userId, keys)
    const { found: taken } = await onlyRow(
      tx,
      sql`select count(*)::int as found from ${MATCHES} as match
           where line_id = ${lineId} or transfer_key = any(${sql.param(keys)}::text[])`,
      z.object({ found: z.number() }),
    )
    if (taken > 0) throw new AppError('bank_line_matched')
    await tx
      .insert(bankMatches)
      .values(keys.map((key) => ({ id: newId(), lineId, transferKey: key, matchedBy: by.userId, matchedAt: now })))
    const after = { entries: keys.join(', ').slice(0, 200) }
    await recordAudit(tx, { by, action: 'bank_line.matched', subject: 'bank_line', subjectId: lineId, after }, now)
    await recordGaps(tx, now)
    return { difference: line.amount - entries.amount }
  })
}

/** @throws AppError `not_found`: there is no such line, or it is not matched; `own_request`: tied to a payout that it is matched with */
export async function undoMatch({ db, clock }: Core, by: Administering, lineId: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockBank(tx)
    const undone = await tx
      .update(bankMatches)
      .set({ undoneBy: by.userId, undoneAt: now })
      .where(and(eq(bankMatches.lineId, lineId), isNull(bankMatches.undoneAt)))
      .returning({ key: bankMatches.transferKey })
    if (undone.length === 0) throw new AppError('not_found', { detail: 'This line is not matched.' })
    const entries = undone.map(({ key }) => key)
    await requireUntiedEntries(tx, by.userId, entries)
    const before = { entries: entries.join(', ').slice(0, 200) }
    const audited = { by, action: 'bank_line.match_undone', subject: 'bank_line', subjectId: lineId, before } as const
    await recordAudit(tx, audited, now)
    await recordGaps(tx, now)
    return { entries }
  })
}

async function getLine(tx: Tx, id: string): Promise<{ amount: bigint }> {
  const [line] = await rows(
    tx,
    sql`select amount::text as amount, unread from bank_lines where id = ${id}`,
    z.object({ amount: z.coerce.bigint(), unread: z.boolean() }),
  )
  if (!line) throw new AppError('not_found', { detail: 'There is no such line.' })
  if (line.unread)
    throw new AppError('not_found', { detail: 'This line could not be read, so two people close its difference.' })
  return line
}
