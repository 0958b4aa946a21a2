-- The provider's fees, by what was paid: one account for each fund and one for top-ups. What is left in the account that had all of
-- them belongs to payments that were credited to nothing.
alter table ledger_accounts disable trigger ledger_accounts_fixed;
update ledger_accounts set code = 'fees:unassigned' where id = 2;
alter table ledger_accounts enable trigger ledger_accounts_fixed;
insert into ledger_accounts (id, code, kind, shards) values
  (31, 'fees:general', 'fees', 16),
  (32, 'fees:school', 'fees', 16),
  (33, 'fees:emergency', 'fees', 16),
  (34, 'fees:shelter', 'fees', 16),
  (35, 'fees:food', 'fees', 16),
  (36, 'fees:medical', 'fees', 16),
  (37, 'fees:top_up', 'fees', 16);

-- One transfer for each account moves what its payments have cost so far: the fees that we bore, and what was refunded beyond the
-- amount that was credited.
insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
select gen_random_uuid(), 'fees_assigned:' || account.code, account.id, 2, cost.amount, 'fee', now(), now()
  from (select case intent.purpose when 'top_up' then 'top_up' else donation.donation_type end as bearer,
               sum(intent.amount - attempt.amount_paid + coalesce(attempt.fees, 0)
                   + greatest(0, attempt.amount_refunded + attempt.amount_charged_back - intent.amount)) as amount
          from payment_attempts as attempt
          join payment_intents as intent on intent.id = attempt.intent_id
          left join donations as donation on donation.intent_id = intent.id
         where attempt.status in ('paid', 'reversed') and attempt.amount_paid is not null
         group by 1) as cost
  join ledger_accounts as account on account.code = 'fees:' || cost.bearer
 where cost.amount > 0;
