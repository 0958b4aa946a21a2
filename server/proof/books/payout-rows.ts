/**
 * Compares each row of paying out with the ledger, both ways: sums could hide two rows that are wrong by the same amount. First each
 * fund's part; then where the money is: what was handed over and came back, transfers with their fees, cash, and our balance.
 */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { amount, compareColumns, compareBothWays, entriesOf, kobo, moment, text, type OwnEntries } from './compared.ts'

export async function comparePayoutRows(db: Db | Tx): Promise<Difference[]> {
  const compared = []
  for (const own of OWN) compared.push(await compareBothWays(db, own))
  return [...compared.flat(), ...(await compareAttempts(db))]
}

const hasPart = (part: number) => `split_part(key, ':', ${part}) <> ''`
/** On the side of the money, a key has two parts; on that of the funds, three. */
const ofFund = hasPart(3)
const ofMoney = `${hasPart(2)} and split_part(key, ':', 3) = ''`

const OWN: readonly OwnEntries[] = [
  {
    // How much each fund promised to an award, and took back.
    table: 'award_funds',
    id: `share.award_id || ':' || share.fund`,
    rows: '(select award_funds.* from award_funds join awards on awards.id = award_id where granted_at is not null) as share',
    entries: entriesOf(['commit'], ofFund),
    key: `'commit:' || share.award_id || ':' || share.fund`,
    joins: `
      left join (select split_part(key, ':', 2) as award_id, split_part(key, ':', 3) as fund, sum(amount) as amount
                   from transfers where purpose = 'uncommit' group by 1, 2) as undone
        on undone.award_id = share.award_id::text and undone.fund = share.fund`,
    columns: [
      kobo('amount', 'booked.amount', 'share.amount'),
      text('fund', 'booked.credited', `'committed:' || share.fund`),
      kobo('uncommitted', 'undone.amount', 'share.uncommitted'),
    ],
  },
  {
    // Each fund's part of a disbursement, the sum of it that came back, and the sum written off.
    table: 'disbursement_funds',
    id: `share.disbursement_id || ':' || share.fund`,
    rows: `(select disbursement_funds.*, case kind when 'bank' then 'disburse:' else 'handover:' end as began
                 from disbursement_funds join disbursements on disbursements.id = disbursement_id) as share`,
    entries: entriesOf(['handover', 'disburse'], ofFund),
    key: `share.began || share.disbursement_id || ':' || share.fund`,
    joins: `
      left join transfers as lost on lost.key = 'lost:' || share.disbursement_id || ':' || share.fund
      left join (select attempt.disbursement_id, split_part(transfers.key, ':', 3) as fund, transfers.amount
                   from transfers join ledger_accounts on ledger_accounts.id = debit_account and kind = 'lost'
                   join payout_attempts as attempt on attempt.reference = split_part(transfers.key, ':', 2)
                  where purpose = 'reversal') as found_again
        on found_again.disbursement_id = share.disbursement_id and found_again.fund = share.fund
      left join (
        select id, fund, sum(amount) as amount from (
          select split_part(key, ':', 2) as id, split_part(key, ':', 4) as fund, amount
            from transfers where purpose = 'return' and split_part(key, ':', 4) <> ''
          union all
          select attempt.disbursement_id::text, split_part(transfers.key, ':', 3), transfers.amount
            from transfers join payout_attempts as attempt on attempt.reference = split_part(transfers.key, ':', 2)
           where purpose = 'reversal' and split_part(transfers.key, ':', 3) <> '') as step group by id, fund) as back
        on back.id = share.disbursement_id::text and back.fund = share.fund`,
    columns: [
      kobo('amount', 'booked.amount', 'share.amount'),
      text('fund', 'booked.credited', `'disbursed:' || share.fund`),
      kobo('returned', 'back.amount', 'share.returned'),
      amount('lost', 'coalesce(lost.amount, 0) - coalesce(found_again.amount, 0)', 'coalesce(share.lost, 0)'),
    ],
  },
  {
    // The money that left the provider for each transfer.
    table: 'payout_attempts',
    id: 'attempt.reference',
    rows: '(select * from payout_attempts where booked_at is not null) as attempt',
    entries: `(select * from transfers where purpose = 'payout' and key not like '%:fee')`,
    key: `'payout:' || attempt.reference`,
    columns: [kobo('amount', 'booked.amount', 'attempt.amount')],
  },
  {
    // Each disbursement's source, and the money that came back: to our bank, or by a reversal of its transfer.
    table: 'disbursements',
    id: 'row.id',
    rows: '(select * from disbursements where sent_at is not null) as row',
    entries: entriesOf(['handover', 'disburse'], ofMoney),
    key: `(case row.kind when 'bank' then 'disburse:' else 'handover:' end) || row.id`,
    joins: `
      left join (
        select id, sum(amount) as amount from (
          select split_part(key, ':', 2) as id, amount from transfers where purpose = 'return' and split_part(key, ':', 4) = ''
          union all
          select attempt.disbursement_id::text, transfers.amount
            from transfers join payout_attempts as attempt on transfers.key = 'reversal:' || attempt.reference
           where purpose = 'reversal') as step group by id) as back on back.id = row.id::text`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      text(
        'holder',
        'booked.credited',
        `case when row.kind = 'bank' then 'transit' when row.holder is null then 'bank' else 'cash:' || row.holder end`,
      ),
      kobo('returned', 'back.amount', 'row.returned'),
    ],
  },
  {
    // How much each person drew or paid in.
    table: 'cash_movements',
    id: 'row.id',
    rows: 'cash_movements as row',
    entries: entriesOf(['float'], ofMoney),
    key: `'float:' || row.id`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      text(
        'holder',
        `booked.debited || ' ' || booked.credited`,
        `case row.direction when 'drawn' then 'cash:' || row.holder || ' bank' else 'bank cash:' || row.holder end`,
      ),
    ],
  },
  {
    // The sums that confirmed counts found missing or surplus.
    table: 'cash_counts',
    id: 'row.id',
    rows: `(select cash_counts.*, counted - booked as difference from cash_counts
                 join proposals on proposals.id = cash_counts.id
                where proposals.state = 'confirmed' and counted <> booked) as row`,
    entries: entriesOf(['count'], ofMoney),
    key: `'count:' || row.id`,
    columns: [
      kobo('counted', 'booked.amount', 'abs(row.difference)'),
      text(
        'holder',
        `booked.debited || ' ' || booked.credited`,
        `case when row.difference > 0 then 'cash:' || row.holder || ' counted' else 'counted cash:' || row.holder end`,
      ),
    ],
  },
  {
    // Our payments from the bank into our balance at the provider. Its accounts are the only ones of its purpose.
    table: 'balance_top_ups',
    id: 'row.id',
    rows: 'balance_top_ups as row',
    entries: entriesOf(['balance_top_up'], ofMoney),
    key: `'balance_top_up:' || row.id`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      text('occurred_at', 'booked.occurred_at::text', 'row.occurred_at::text'),
    ],
  },
  {
    // The money that the organisation put into funds below zero.
    table: 'fund_covers',
    id: 'row.id',
    rows: 'fund_covers as row',
    entries: `(select transfers.*, credit.code as credited from transfers
                   join ledger_accounts as credit on credit.id = credit_account
                  where purpose = 'cover' and key like 'cover:fund:%' and key not like '%:bank')`,
    key: `'cover:fund:' || row.id`,
    joins: `left join transfers as paid on paid.key = 'cover:fund:' || row.id || ':bank'`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      kobo('amount', 'paid.amount', 'row.amount'),
      text('fund', 'booked.credited', `'covered:' || row.fund`),
    ],
  },
  {
    // What moved between funds: as two people agreed, or as a part of such a move that came back.
    table: 'fund_moves',
    id: 'row.id',
    rows: 'fund_moves as row',
    entries: entriesOf(['move'], ofMoney),
    key: `'move:' || row.id`,
    joins: `
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
  },
]

/** Compares each transfer's fee and the money that came back. A failed transfer must be back, and a sent one must not. */
function compareAttempts(db: Db | Tx): Promise<Difference[]> {
  const one = (name: string, key: string) =>
    sql.raw(
      `left join lateral (select amount, debit.code as debited, credit.code as credited from transfers
         join ledger_accounts as debit on debit.id = debit_account join ledger_accounts as credit on credit.id = credit_account
        where key = ${key}) as ${name} on true`,
    )
  return compareColumns(db, {
    subject: sql`'payout_attempts ' || attempt.reference`,
    from: sql`payout_attempts as attempt
      left join lateral (select sum(amount) as amount, min(debit.code) as debited from transfers
                           join ledger_accounts as debit on debit.id = debit_account
                          where key in ('payout:' || attempt.reference || ':fee', 'late:' || attempt.reference || ':fee')) as paid_fee on true
      ${one('late', `'late:' || attempt.reference`)}
      ${one('late_loss', `'late_loss:' || attempt.reference`)}
      ${one('late_fund', `'late_loss:' || attempt.reference || ':' || attempt.fee_fund`)}
      left join (select split_part(key, ':', 2) as reference, sum(amount) as amount from transfers where purpose = 'fee_back' group by 1)
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
  })
}
