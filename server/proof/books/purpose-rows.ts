/** Compares what payments are for with the ledger: each gift, and each transaction of a wallet. Settlements as well. */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { compareColumns, momentText } from './compared.ts'
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
      { name: 'amount', expected: sql`intent.amount`, found: sql`donation.amount`, isKobo: true },
      {
        name: 'amount_reversed',
        expected: sql`coalesce(paid.reversed, 0)`,
        found: sql`donation.amount_reversed`,
        isKobo: true,
      },
      {
        name: 'status',
        expected: sql`case intent.status when 'paid' then 'success' when 'needs_review'
                           then case when donation.status in ('pending', 'failed') then donation.status else 'pending' end
                           else intent.status end`,
        found: sql`donation.status`,
      },
      {
        name: 'donation_type',
        expected: sql`coalesce(split_part(account.code, ':', 2), donation.donation_type)`,
        found: sql`donation.donation_type`,
      },
      {
        name: 'transaction_reference',
        expected: sql`coalesce(paid.reference, (select min(reference) from payment_attempts
                                                 where intent_id = intent.id and reference = donation.transaction_reference), 'one of its attempts')`,
        found: sql`donation.transaction_reference`,
      },
      { name: 'paid_at', expected: momentText(sql`intent.paid_at`), found: momentText(sql`donation.paid_at`) },
      { name: 'purpose', expected: sql`'donation'`, found: sql`intent.purpose` },
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
      { name: 'amount', expected: sql`intent.amount`, found: sql`top_up.amount`, isKobo: true },
      {
        name: 'amount_reversed',
        expected: sql`coalesce(paid.reversed, 0)`,
        found: sql`top_up.amount_reversed`,
        isKobo: true,
      },
      {
        name: 'amount_lost',
        // A sum that two people settled is no longer lost.
        expected: sql`coalesce(paid.lost, 0) - top_up.amount_repaid - top_up.amount_covered - coalesce(paid.uncovered, 0)`,
        found: sql`top_up.amount_lost`,
        isKobo: true,
      },
      {
        name: 'status',
        expected: sql`case when paid.credited then 'completed' when top_up.canceled_at is not null then 'failed'
                           when intent.status = 'needs_review'
                           then case when top_up.status in ('pending', 'failed') then top_up.status else 'pending' end
                           when intent.status in ('pending', 'failed') then intent.status else 'completed' end`,
        found: sql`top_up.status`,
      },
      {
        name: 'paystack_reference',
        expected: sql`paid.reference`,
        found: sql`top_up.paystack_reference`,
      },
      {
        name: 'reference',
        expected: sql`coalesce((select min(reference) from payment_attempts
                                 where intent_id = intent.id and reference = top_up.reference), 'one of its attempts')`,
        found: sql`top_up.reference`,
      },
      {
        name: 'completed_at',
        expected: momentText(sql`paid.credited_at`),
        found: momentText(sql`top_up.completed_at`),
      },
      {
        name: 'wallet_id',
        expected: sql`coalesce(paid.credited_account, wallet.account_id)`,
        found: sql`wallet.account_id`,
      },
      { name: 'purpose', expected: sql`'top_up'`, found: sql`intent.purpose` },
    ],
  })
}

/** A wallet is closed with the account of its owner, and not before. */
export async function compareClosedWallets(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`'wallets ' || wallet.id`,
    from: sql`wallets as wallet left join users as owner on owner.id = wallet.user_id`,
    columns: [
      {
        name: 'closed_at',
        expected: sql`case when owner.closed_at is null then 'open' else 'closed' end`,
        found: sql`case when wallet.closed_at is null then 'open' else 'closed' end`,
      },
    ],
  })
}

/** Every gift from a wallet against its transfer, both ways, and every settlement against its own. */
export async function compareOwnEntries(db: Db | Tx): Promise<Difference[]> {
  const gifts = await compareColumns(db, {
    subject: sql`coalesce('wallet_transactions ' || gift.id, 'transfers ' || booked.key)`,
    from: sql`(select gift.*, wallet.account_id, 'wallet_gift:' || gift.reference as key
                 from wallet_transactions as gift join wallets as wallet on wallet.id = gift.wallet_id where kind = 'gift') as gift
      full join (select * from transfers where purpose = 'wallet_gift') as booked on booked.key = gift.key`,
    columns: [
      { name: 'reference', expected: sql`booked.key`, found: sql`gift.key` },
      { name: 'amount', expected: sql`booked.amount`, found: sql`gift.amount`, isKobo: true },
      { name: 'status', expected: sql`'completed'`, found: sql`gift.status` },
      {
        name: 'completed_at',
        expected: momentText(sql`booked.recorded_at`),
        found: momentText(sql`gift.completed_at`),
      },
      { name: 'wallet_id', expected: sql`booked.debit_account`, found: sql`gift.account_id` },
    ],
  })
  const settlements = await compareColumns(db, {
    subject: sql`coalesce('settlements ' || settlement.id, 'transfers ' || booked.key)`,
    from: sql`(select * from settlements where booked_amount is not null) as settlement
      full join (select transfers.*, case account.kind when 'bank' then amount else -amount end as settled
                   from transfers join ledger_accounts as account on account.id = debit_account
                  where purpose = 'settlement') as booked on booked.key = 'settlement:' || settlement.id`,
    columns: [
      {
        name: 'booked_amount',
        expected: sql`coalesce(booked.settled, 0)`,
        found: sql`coalesce(booked_amount, 0)`,
        isKobo: true,
      },
      {
        name: 'booked_at',
        expected: momentText(sql`case when booked_amount = 0 then booked_at else booked.recorded_at end`),
        found: momentText(sql`booked_at`),
      },
    ],
  })
  const settled = await compareColumns(db, {
    subject: sql`'settled_payments ' || payment.settlement_id || ':' || payment.transaction_id`,
    from: sql`settled_payments as payment left join settlements as settlement on settlement.id = payment.settlement_id`,
    columns: [{ name: 'settlement_id', expected: sql`settlement.id`, found: sql`payment.settlement_id` }],
  })
  return [...gifts, ...settlements, ...settled, ...(await compareSettledLosses(db))]
}

/** Every settled loss against its transfers, both ways, and against the decision of two people. */
async function compareSettledLosses(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('loss_settlements ' || settled.proposal_id, 'transfers ' || booked.key)`,
    from: sql`(select *, case choice when 'cover' then 'cover:' else 'repayment:' end || proposal_id as key
                 from loss_settlements where booked_at is not null) as settled
      full join (select * from transfers where purpose in ('cover', 'repayment') and key not like '%:bank' and key not like 'cover:fund:%') as booked
        on booked.key = settled.key
      left join transfers as paid_in on paid_in.key = settled.key || ':bank'
      left join wallets as wallet on wallet.id = settled.wallet_id
      left join proposals as decided on decided.id = settled.proposal_id and decided.subject_id = wallet.id`,
    columns: [
      {
        name: 'amount',
        expected: sql`coalesce(booked.amount, 0)`,
        found: sql`coalesce(settled.amount, 0)`,
        isKobo: true,
      },
      {
        name: 'paid in',
        expected: sql`case when settled.choice = 'cover' then settled.amount end`,
        found: sql`paid_in.amount`,
      },
      { name: 'booked_at', expected: momentText(sql`booked.recorded_at`), found: momentText(sql`settled.booked_at`) },
      {
        name: 'decided by two people',
        expected: sql`'confirmed ' || settled.choice`,
        found: sql`decided.state || ' ' || decided.choice`,
      },
    ],
  })
}
