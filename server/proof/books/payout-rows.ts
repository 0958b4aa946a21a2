/**
 * Compares each row of paying out with the ledger, both ways: sums could hide two rows that are wrong by the same amount. First each
 * fund's part; then where the money is: what was handed over and came back, transfers with their fees, cash, and our balance.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import type { Piece, Reading } from '../../platform/db/pieces.ts'
import { amount, bothWays, compareAtOnce, compareInPieces, kobo, moment, text, type Comparison } from './compared.ts'

/** The rows to compare, with all of their transfers: a range of them, or those that moved. */
interface Chosen {
  /** Rows by their id. */
  readonly ids: Piece
  /** Transfers of the provider by their reference. */
  readonly references: Piece
  /** A query for the entries of these purposes whose key names one of the rows in this part. */
  readonly entries: (purposes: readonly string[], part?: number) => SQL
}

/** In the order of ids, whatever the database's language is. */
const nameIn = (part: number) => `split_part(transfers.key, ':', ${part}) collate "C"`
const REFERENCE = 'reference collate "C"'

interface Ranges {
  readonly table: string
  /** Has an index. */
  readonly column: string
  readonly of: (chosen: Chosen) => Comparison
}

/** Compares every row, in ranges of its id: the second part of an entry's key is in the same order. */
export async function comparePayoutRows(db: Db | Tx, reading: Reading): Promise<Difference[]> {
  const compared = []
  for (const { table, column, of } of OWN)
    compared.push(
      await compareInPieces(db, [table, column], reading, (isIn) => ({
        comparisons: [of({ ids: isIn, references: isIn, entries: entriesIn(isIn) })],
      })),
    )
  return compared.flat()
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** Rows in one statement. */
const MOVED_AT_ONCE = 1000

/** Compares the rows that these transfers name. */
export async function compareMovedPayouts(db: Db | Tx, transfers: SQL): Promise<Difference[]> {
  const moved = await rows(
    db,
    sql`with named as materialized (
          select distinct split_part(key, ':', case when key like 'cover:fund:%' then 3 else 2 end) as name from ${transfers} as moved
           where purpose not in ('gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'settlement'))
        select name from named
        union select disbursement_id::text from payout_attempts where reference in (select name from named)`,
    z.object({ name: z.string() }),
  )
  const found: Difference[] = []
  for (let at = 0; at < moved.length; at += MOVED_AT_ONCE)
    found.push(
      ...(await compareNamed(
        db,
        moved.slice(at, at + MOVED_AT_ONCE).map(({ name }) => name),
      )),
    )
  return found
}

function compareNamed(db: Db | Tx, names: readonly string[]): Promise<Difference[]> {
  const ofTexts: Piece = (column) => sql`${sql.raw(column)} = any (${sql.param(names)}::text[])`
  const uuids = names.filter((name) => UUID.test(name))
  const ofIds: Piece = (column) => sql`${sql.raw(column)} = any (${sql.param(uuids)}::uuid[])`
  return compareAtOnce(db, {
    comparisons: OWN.map(({ of }) => of({ ids: ofIds, references: ofTexts, entries: entriesNaming(names) })),
  })
}

const entriesIn =
  (isIn: Piece): Chosen['entries'] =>
  (purposes, part = 2) =>
    sql`(select * from transfers where ${areFor(purposes)} and ${isIn(nameIn(part))})`

/** Looks up each name: for a list of them, the planner expects a thousand entries each and reads all transfers. */
const entriesNaming =
  (names: readonly string[]): Chosen['entries'] =>
  (purposes, part = 2) =>
    sql`(
    select entry.* from unnest(${sql.param(names)}::text[]) as named (name)
     cross join lateral (select * from transfers where ${areFor(purposes)} and ${sql.raw(nameIn(part))} = named.name offset 0) as entry)`

const areFor = (purposes: readonly string[]) =>
  sql`purpose in (${sql.raw(purposes.map((purpose) => `'${purpose}'`).join(', '))})`

/** Entries with the codes of their accounts. @param condition on the parts of their key */
const withCodes = (entries: SQL, condition: string) => sql`(
  select entry.*, (select code from ledger_accounts where id = debit_account) as debited,
         (select code from ledger_accounts where id = credit_account) as credited
    from ${entries} as entry where ${sql.raw(condition)})`

const hasPart = (part: number) => `split_part(key, ':', ${part}) <> ''`
/** On the side of the money, a key has two parts; on that of the funds, three. */
const ofFund = hasPart(3)
const ofMoney = `${hasPart(2)} and split_part(key, ':', 3) = ''`

/** The entries of reversed transfers of chosen payouts, on the side of the money or on that of the funds. */
const reversalsOf = ({ ids }: Chosen, condition: string) => sql`
  (select attempt.disbursement_id, split_part(entry.key, ':', 3) as fund, entry.amount,
          (select kind from ledger_accounts where id = entry.debit_account) as debited
     from (select disbursement_id, reference from payout_attempts where ${ids('disbursement_id')}) as attempt
    cross join lateral (select * from transfers
                         where purpose = 'reversal' and ${sql.raw(nameIn(2))} = attempt.reference and ${sql.raw(condition)} offset 0) as entry)`

const OWN: readonly Ranges[] = [
  {
    // How much each fund promised to an award, and took back.
    table: 'award_funds',
    column: 'award_id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'award_funds',
        id: `share.award_id || ':' || share.fund`,
        rows: sql`(select award_funds.* from award_funds join awards on awards.id = award_id
                    where granted_at is not null and ${ids('award_id')} and ${ids('awards.id')}) as share`,
        entries: withCodes(entries(['commit']), ofFund),
        key: `'commit:' || share.award_id || ':' || share.fund`,
        joins: sql`
          left join (select split_part(key, ':', 2) as award_id, split_part(key, ':', 3) as fund, sum(amount) as amount
                       from ${entries(['uncommit'])} as entry group by 1, 2) as undone
            on undone.award_id = share.award_id::text and undone.fund = share.fund`,
        columns: [
          kobo('amount', 'booked.amount', 'share.amount'),
          text('fund', 'booked.credited', `'committed:' || share.fund`),
          kobo('uncommitted', 'undone.amount', 'share.uncommitted'),
        ],
      }),
  },
  {
    // Each fund's part of a disbursement, the sum of it that came back, and the sum written off.
    table: 'disbursement_funds',
    column: 'disbursement_id',
    of: (chosen) =>
      bothWays({
        table: 'disbursement_funds',
        id: `share.disbursement_id || ':' || share.fund`,
        rows: sql`(select disbursement_funds.*, case kind when 'bank' then 'disburse:' else 'handover:' end as began
                     from disbursement_funds join disbursements on disbursements.id = disbursement_id
                    where ${chosen.ids('disbursement_id')} and ${chosen.ids('disbursements.id')}) as share`,
        entries: withCodes(chosen.entries(['handover', 'disburse']), ofFund),
        key: `share.began || share.disbursement_id || ':' || share.fund`,
        joins: sql`
          left join (select key, amount from ${chosen.entries(['lost'])} as entry) as lost
            on lost.key = 'lost:' || share.disbursement_id || ':' || share.fund
          left join ${reversalsOf(chosen, ofFund)} as found_again
            on found_again.debited = 'lost' and found_again.disbursement_id = share.disbursement_id and found_again.fund = share.fund
          left join (
            select id, fund, sum(amount) as amount from (
              select split_part(key, ':', 2) as id, split_part(key, ':', 4) as fund, amount
                from ${chosen.entries(['return'])} as entry where split_part(key, ':', 4) <> ''
              union all
              select disbursement_id::text, fund, amount from ${reversalsOf(chosen, ofFund)} as reversed) as step group by id, fund) as back
            on back.id = share.disbursement_id::text and back.fund = share.fund`,
        columns: [
          kobo('amount', 'booked.amount', 'share.amount'),
          text('fund', 'booked.credited', `'disbursed:' || share.fund`),
          kobo('returned', 'back.amount', 'share.returned'),
          amount('lost', 'coalesce(lost.amount, 0) - coalesce(found_again.amount, 0)', 'coalesce(share.lost, 0)'),
        ],
      }),
  },
  {
    // The money that left the provider for each transfer.
    table: 'payout_attempts',
    column: REFERENCE,
    of: ({ references, entries }) =>
      bothWays({
        table: 'payout_attempts',
        id: 'attempt.reference',
        rows: sql`(select * from payout_attempts where booked_at is not null and ${references(REFERENCE)}) as attempt`,
        entries: sql`(select * from ${entries(['payout'])} as entry where key not like '%:fee')`,
        key: `'payout:' || attempt.reference`,
        columns: [kobo('amount', 'booked.amount', 'attempt.amount')],
      }),
  },
  {
    // Each disbursement's source, and the money that came back: to our bank, or by a reversal of its transfer.
    table: 'disbursements',
    column: 'id',
    of: (chosen) =>
      bothWays({
        table: 'disbursements',
        id: 'row.id',
        rows: sql`(select * from disbursements where sent_at is not null and ${chosen.ids('id')}) as row`,
        entries: withCodes(chosen.entries(['handover', 'disburse']), ofMoney),
        key: `(case row.kind when 'bank' then 'disburse:' else 'handover:' end) || row.id`,
        joins: sql`
          left join (
            select id, sum(amount) as amount from (
              select split_part(key, ':', 2) as id, amount
                from ${chosen.entries(['return'])} as entry where split_part(key, ':', 4) = ''
              union all
              select disbursement_id::text, amount from ${reversalsOf(chosen, ofMoney)} as reversed) as step group by id) as back
            on back.id = row.id::text`,
        columns: [
          kobo('amount', 'booked.amount', 'row.amount'),
          text(
            'holder',
            'booked.credited',
            `case when row.kind = 'bank' then 'transit' when row.holder is null then 'bank' else 'cash:' || row.holder end`,
          ),
          kobo('returned', 'back.amount', 'row.returned'),
        ],
      }),
  },
  {
    // How much each person drew or paid in.
    table: 'cash_movements',
    column: 'id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'cash_movements',
        id: 'row.id',
        rows: sql`(select * from cash_movements where ${ids('id')}) as row`,
        entries: withCodes(entries(['float']), ofMoney),
        key: `'float:' || row.id`,
        columns: [
          kobo('amount', 'booked.amount', 'row.amount'),
          text(
            'holder',
            `booked.debited || ' ' || booked.credited`,
            `case row.direction when 'drawn' then 'cash:' || row.holder || ' bank' else 'bank cash:' || row.holder end`,
          ),
        ],
      }),
  },
  {
    // The sums that confirmed counts found missing or surplus.
    table: 'cash_counts',
    column: 'id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'cash_counts',
        id: 'row.id',
        rows: sql`(select cash_counts.*, counted - booked as difference from cash_counts
                     join proposals on proposals.id = cash_counts.id
                    where proposals.state = 'confirmed' and counted <> booked and ${ids('cash_counts.id')}) as row`,
        entries: withCodes(entries(['count']), ofMoney),
        key: `'count:' || row.id`,
        columns: [
          kobo('counted', 'booked.amount', 'abs(row.difference)'),
          text(
            'holder',
            `booked.debited || ' ' || booked.credited`,
            `case when row.difference > 0 then 'cash:' || row.holder || ' counted' else 'counted cash:' || row.holder end`,
          ),
        ],
      }),
  },
  {
    // Our payments from the bank into our balance at the provider. Its accounts are the only ones of its purpose.
    table: 'balance_top_ups',
    column: 'id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'balance_top_ups',
        id: 'row.id',
        rows: sql`(select * from balance_top_ups where ${ids('id')}) as row`,
        entries: withCodes(entries(['balance_top_up']), ofMoney),
        key: `'balance_top_up:' || row.id`,
        columns: [
          kobo('amount', 'booked.amount', 'row.amount'),
          text('occurred_at', 'booked.occurred_at::text', 'row.occurred_at::text'),
        ],
      }),
  },
  {
    // The money that the organisation put into funds below zero.
    table: 'fund_covers',
    column: 'id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'fund_covers',
        id: 'row.id',
        rows: sql`(select * from fund_covers where ${ids('id')}) as row`,
        entries: withCodes(entries(['cover'], 3), `key like 'cover:fund:%' and key not like '%:bank'`),
        key: `'cover:fund:' || row.id`,
        joins: sql`left join (select key, amount from ${entries(['cover'], 3)} as entry) as paid
                          on paid.key = 'cover:fund:' || row.id || ':bank'`,
        columns: [
          kobo('amount', 'booked.amount', 'row.amount'),
          kobo('amount', 'paid.amount', 'row.amount'),
          text('fund', 'booked.credited', `'covered:' || row.fund`),
        ],
      }),
  },
  {
    // Moves between funds: as two people agreed, or a part of such a move that came back.
    table: 'fund_moves',
    column: 'id',
    of: ({ ids, entries }) =>
      bothWays({
        table: 'fund_moves',
        id: 'row.id',
        rows: sql`(select * from fund_moves where ${ids('id')}) as row`,
        entries: withCodes(entries(['move']), ofMoney),
        key: `'move:' || row.id`,
        joins: sql`
          left join (select fund_move_proposals.id, source, target, amount, decided_at from fund_move_proposals
                       join proposals on proposals.id = fund_move_proposals.id where proposals.state = 'confirmed') as agreed
            on agreed.id = row.id
          left join fund_moves as earlier on earlier.id = row.taken_back_of`,
        columns: [
          kobo('amount', 'booked.amount', 'row.amount'),
          text('source', 'booked.debited', `'fund:' || row.source`),
          text('target', 'booked.credited', `'fund:' || row.target`),
          moment('moved_at', 'booked.recorded_at', 'row.moved_at'),
          text(
            'taken_back_of',
            `case when row.taken_back_of is null then concat_ws(' ', agreed.source, agreed.target, agreed.amount)
                  else concat_ws(' ', earlier.target, earlier.source, 'again') end`,
            `case when row.taken_back_of is null then concat_ws(' ', row.source, row.target, row.amount)
                  else concat_ws(' ', row.source, row.target, 'again') end`,
          ),
        ],
      }),
  },
  { table: 'payout_attempts', column: REFERENCE, of: feesOf },
]

/** Compares each transfer's fee and the money that came back. A failed transfer must be back, and a sent one must not. */
function feesOf({ references, entries }: Chosen): Comparison {
  const one = (name: string, key: string) =>
    sql.raw(`left join lateral (select amount from transfers where key = ${key} offset 0) as ${name} on true`)
  return {
    subject: sql`'payout_attempts ' || attempt.reference`,
    from: sql`(select * from payout_attempts where ${references(REFERENCE)}) as attempt
      left join lateral (select sum(amount) as amount, min((select code from ledger_accounts where id = debit_account)) as debited
                           from transfers
                          where key in ('payout:' || attempt.reference || ':fee', 'late:' || attempt.reference || ':fee')) as paid_fee on true
      ${one('late', `'late:' || attempt.reference`)}
      ${one('late_loss', `'late_loss:' || attempt.reference`)}
      ${one('late_fund', `'late_loss:' || attempt.reference || ':' || attempt.fee_fund`)}
      left join (select split_part(key, ':', 2) as reference, sum(amount) as amount
                   from ${entries(['fee_back'])} as entry group by 1)
        as fee_back on fee_back.reference = attempt.reference
      ${one('unsent', `'unsent:' || attempt.reference`)}
      ${one('reversal', `'reversal:' || attempt.reference`)}`,
    columns: [
      kobo('fee', 'paid_fee.amount', 'attempt.fee'),
      text('fee_fund', `coalesce(paid_fee.debited, 'fees:' || attempt.fee_fund)`, `'fees:' || attempt.fee_fund`),
      kobo('fee_returned', 'fee_back.amount', 'attempt.fee_returned'),
      kobo(
        'state',
        'unsent.amount',
        `case when attempt.booked_at is not null and (attempt.state = 'failed' or late.amount is not null) then attempt.amount end`,
      ),
      kobo(
        'late_booked',
        'late.amount',
        `case when attempt.late_booked in ('paid', 'lost') and unsent.amount is not null then attempt.amount end`,
      ),
      kobo('late_booked', 'late_loss.amount', `case when attempt.late_booked = 'lost' then attempt.amount end`),
      kobo('fee_fund', 'late_fund.amount', `case when attempt.late_booked = 'lost' then attempt.amount end`),
      kobo('state', 'reversal.amount', `case when attempt.state = 'reversed' then attempt.amount end`),
    ],
  }
}
