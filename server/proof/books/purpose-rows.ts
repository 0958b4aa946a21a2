/** Compares what payments are for with the ledger: each gift, and each transaction of a wallet. Settlements as well. */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { amount, compareBothWays, compareColumns, kobo, moment, text, type OwnEntries } from './compared.ts'
import { BOOKED } from './payment-rows.ts'

/** The paid attempt of each intent, with its transfers. */
const PAID = sql`
  ${BOOKED},
  paid as (select attempt.intent_id, booked.* from payment_attempts as attempt join booked on booked.reference = attempt.reference
            where booked.credited)`

/** Every gift that was paid by card against its payment. A gift from a wallet has nothing that leads to its transfer. */
export async function compareGifts(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    with: PAID,
    subject: sql`'donations ' || donation.id`,
    from: sql`donations as donation
      join payment_intents as intent on intent.id = donation.intent_id
      left join paid on paid.intent_id = intent.id
      left join ledger_accounts as account on account.id = paid.credited_account`,
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
  })
}

/** Every top-up against its payment. */
export async function compareTopUps(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    with: PAID,
    subject: sql`'wallet_transactions ' || top_up.id`,
    from: sql`wallet_transactions as top_up
      join wallets as wallet on wallet.id = top_up.wallet_id
      join payment_intents as intent on intent.id = top_up.intent_id
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
  })
}

/** A wallet is closed with the account of its owner, and not before. */
export async function compareClosedWallets(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`'wallets ' || wallet.id`,
    from: sql`wallets as wallet left join users as owner on owner.id = wallet.user_id`,
    columns: [
      text(
        'closed_at',
        `case when owner.closed_at is null then 'open' else 'closed' end`,
        `case when wallet.closed_at is null then 'open' else 'closed' end`,
      ),
    ],
  })
}

const OWN: readonly OwnEntries[] = [
  {
    table: 'wallet_transactions',
    id: 'gift.id',
    rows: `(select gift.*, wallet.account_id, 'wallet_gift:' || gift.reference as key
                 from wallet_transactions as gift join wallets as wallet on wallet.id = gift.wallet_id where kind = 'gift') as gift`,
    entries: `(select * from transfers where purpose = 'wallet_gift')`,
    key: 'gift.key',
    columns: [
      text('reference', 'booked.key', 'gift.key'),
      amount('amount', 'booked.amount', 'gift.amount'),
      text('status', `'completed'`, 'gift.status'),
      moment('completed_at', 'booked.recorded_at', 'gift.completed_at'),
      text('wallet_id', 'booked.debit_account', 'gift.account_id'),
    ],
  },
  {
    table: 'settlements',
    id: 'settlement.id',
    rows: '(select * from settlements where booked_amount is not null) as settlement',
    entries: `(select transfers.*, case account.kind when 'bank' then amount else -amount end as settled
                   from transfers join ledger_accounts as account on account.id = debit_account
                  where purpose = 'settlement')`,
    key: `'settlement:' || settlement.id`,
    columns: [
      kobo('booked_amount', 'booked.settled', 'booked_amount'),
      moment('booked_at', 'case when booked_amount = 0 then booked_at else booked.recorded_at end', 'booked_at'),
    ],
  },
  {
    // Also against the decision of two people.
    table: 'loss_settlements',
    id: 'settled.proposal_id',
    rows: `(select *, case choice when 'cover' then 'cover:' else 'repayment:' end || proposal_id as key
                 from loss_settlements where booked_at is not null) as settled`,
    entries: `(select * from transfers where purpose in ('cover', 'repayment') and key not like '%:bank' and key not like 'cover:fund:%')`,
    key: 'settled.key',
    joins: `
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
export async function compareOwnEntries(db: Db | Tx): Promise<Difference[]> {
  const compared = []
  for (const own of OWN) compared.push(await compareBothWays(db, own))
  const settled = await compareColumns(db, {
    subject: sql`'settled_payments ' || payment.settlement_id || ':' || payment.transaction_id`,
    from: sql`settled_payments as payment left join settlements as settlement on settlement.id = payment.settlement_id`,
    columns: [text('settlement_id', 'settlement.id', 'payment.settlement_id')],
  })
  return [...compared.flat(), ...settled]
}
