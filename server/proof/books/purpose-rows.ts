/** Compares what payments are for with the ledger: each gift, and each transaction of a wallet. Settlements as well. */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Reading } from '../../platform/db/pieces.ts'
import {
  amount,
  bothWays,
  compareColumns,
  compareInPieces,
  kobo,
  moment,
  text,
  type Comparison,
  type OwnEntries,
} from './compared.ts'

/** Every gift that was paid by card against its payment. A gift from a wallet has nothing that leads to its transfer. */
export const GIFTS: Comparison = {
  subject: sql`'donations ' || donation.id`,
  from: sql`gifts as donation
    join intents as intent on intent.id = donation.intent_id
    left join paid on paid.intent_id = intent.id
    left join lateral (select code from ledger_accounts where id = paid.credited_account offset 0) as account on true`,
  columns: [
    amount('amount', 'intent.amount', 'donation.amount'),
    amount('amount_reversed', 'coalesce(paid.reversed, 0)', 'donation.amount_reversed'),
    text(
      'status',
      `case intent.status when 'paid' then 'success' when 'needs_review'
                           then case when donation.status in ('pending', 'failed') then donation.status else 'pending' end
                           else intent.status end`,
      'donation.status',
    ),
    text(
      'donation_type',
      `coalesce(split_part(account.code, ':', 2), donation.donation_type)`,
      'donation.donation_type',
    ),
    text(
      'transaction_reference',
      `coalesce(paid.reference, (select min(reference) from payment_attempts
                                                 where intent_id = intent.id and reference = donation.transaction_reference), 'one of its attempts')`,
      'donation.transaction_reference',
    ),
    moment('paid_at', 'intent.paid_at', 'donation.paid_at'),
    text('purpose', `'donation'`, 'intent.purpose'),
  ],
}

/** Every top-up against its payment. */
export const TOP_UPS: Comparison = {
  subject: sql`'wallet_transactions ' || top_up.id`,
  from: sql`top_ups as top_up
    join intents as intent on intent.id = top_up.intent_id
    left join lateral (select account_id from wallets where id = top_up.wallet_id offset 0) as wallet on true
    left join paid on paid.intent_id = intent.id`,
  columns: [
    amount('amount', 'intent.amount', 'top_up.amount'),
    amount('amount_reversed', 'coalesce(paid.reversed, 0)', 'top_up.amount_reversed'),
    // A sum that two people settled is no longer lost.
    amount(
      'amount_lost',
      'coalesce(paid.lost, 0) - top_up.amount_repaid - top_up.amount_covered - coalesce(paid.uncovered, 0)',
      'top_up.amount_lost',
    ),
    text(
      'status',
      `case when paid.credited then 'completed' when top_up.canceled_at is not null then 'failed'
                           when intent.status = 'needs_review'
                           then case when top_up.status in ('pending', 'failed') then top_up.status else 'pending' end
                           when intent.status in ('pending', 'failed') then intent.status else 'completed' end`,
      'top_up.status',
    ),
    text('paystack_reference', 'paid.reference', 'top_up.paystack_reference'),
    text(
      'reference',
      `coalesce((select min(reference) from payment_attempts
                                 where intent_id = intent.id and reference = top_up.reference), 'one of its attempts')`,
      'top_up.reference',
    ),
    moment('completed_at', 'paid.credited_at', 'top_up.completed_at'),
    text('wallet_id', 'coalesce(paid.credited_account, wallet.account_id)', 'wallet.account_id'),
    text('purpose', `'top_up'`, 'intent.purpose'),
  ],
}

/** A wallet is closed with the account of its owner, and not before. */
export const compareClosedWallets = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  compareInPieces(db, ['wallets', 'id'], reading, (isIn) => ({
    comparisons: [
      {
        subject: sql`'wallets ' || wallet.id`,
        from: sql`(select * from wallets where ${isIn('id')}) as wallet
          left join lateral (select closed_at from users where id = wallet.user_id offset 0) as owner on true`,
        columns: [
          text(
            'closed_at',
            `case when owner.closed_at is null then 'open' else 'closed' end`,
            `case when wallet.closed_at is null then 'open' else 'closed' end`,
          ),
        ],
      },
    ],
  }))

/** Every gift from a wallet against its transfer. A transfer without its gift is found with the others (entries.ts). */
const compareWalletGifts = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  compareInPieces(db, ['wallet_transactions', 'id'], reading, (isIn) => ({
    comparisons: [
      {
        subject: sql`'wallet_transactions ' || gift.id`,
        from: sql`(select * from wallet_transactions where kind = 'gift' and ${isIn('id')}) as gift
          left join lateral (select account_id from wallets where id = gift.wallet_id offset 0) as wallet on true
          left join lateral (select * from transfers where key = 'wallet_gift:' || gift.reference and purpose = 'wallet_gift' offset 0)
            as booked on true`,
        columns: [
          amount('amount', 'booked.amount', 'gift.amount'),
          text('status', `'completed'`, 'gift.status'),
          moment('completed_at', 'booked.recorded_at', 'gift.completed_at'),
          text('wallet_id', 'booked.debit_account', 'wallet.account_id'),
        ],
      },
    ],
  }))

/** The payments of each settlement name one. */
const compareSettled = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  compareInPieces(db, ['settled_payments', 'settlement_id'], reading, (isIn) => ({
    comparisons: [
      {
        subject: sql`'settled_payments ' || payment.settlement_id || ':' || payment.transaction_id`,
        from: sql`(select * from settled_payments where ${isIn('settlement_id')}) as payment
          left join settlements as settlement on settlement.id = payment.settlement_id`,
        columns: [text('settlement_id', 'settlement.id', 'payment.settlement_id')],
      },
    ],
  }))

const OWN: readonly OwnEntries[] = [
  {
    table: 'settlements',
    id: 'settlement.id',
    rows: sql`(select * from settlements where booked_amount is not null) as settlement`,
    entries: sql`(select transfers.*, case account.kind when 'bank' then amount else -amount end as settled
                   from transfers join ledger_accounts as account on account.id = debit_account
                  where purpose = 'settlement')`,
    key: `'settlement:' || settlement.id`,
    columns: [
      kobo('booked_amount', 'booked.settled', 'booked_amount'),
      moment('booked_at', 'case when booked_amount = 0 then booked_at else booked.recorded_at end', 'booked_at'),
    ],
  },
  {
    // Compared with the decision of two people too.
    table: 'loss_settlements',
    id: 'settled.proposal_id',
    rows: sql`(select *, case choice when 'cover' then 'cover:' else 'repayment:' end || proposal_id as key
                 from loss_settlements where booked_at is not null) as settled`,
    entries: sql`(select * from transfers where purpose in ('cover', 'repayment') and key not like '%:bank' and key not like 'cover:fund:%')`,
    key: 'settled.key',
    joins: sql`
      left join transfers as paid_in on paid_in.key = settled.key || ':bank'
      left join wallets as wallet on wallet.id = settled.wallet_id
      left join proposals as decided on decided.id = settled.proposal_id and decided.subject_id = wallet.id`,
    columns: [
      kobo('amount', 'booked.amount', 'settled.amount'),
      text('paid in', `case when settled.choice = 'cover' then settled.amount end`, 'paid_in.amount'),
      moment('booked_at', 'booked.recorded_at', 'settled.booked_at'),
      text('decided by two people', `'confirmed ' || settled.choice`, `decided.state || ' ' || decided.choice`),
    ],
  },
]

/** Every gift from a wallet, every settlement and every settled loss against its own entries. */
export async function compareOwnEntries(db: Db | Tx, reading: Reading): Promise<Difference[]> {
  const compared = [await compareWalletGifts(db, reading)]
  for (const own of OWN) compared.push(await compareColumns(db, bothWays(own)))
  return [...compared.flat(), ...(await compareSettled(db, reading))]
}
