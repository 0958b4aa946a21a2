-- What of each payment is in suspense. The sum of all is the balance of suspense, and nothing is in it without a payment to review.
alter table payment_attempts add column amount_suspended bigint not null default 0 check (amount_suspended >= 0);
update payment_attempts as attempt set amount_suspended = kept.amount
  from (select split_part(key, ':', 2) as reference, sum(case credit_account when 3 then amount else -amount end) as amount
          from transfers where 3 in (debit_account, credit_account) group by 1) as kept
 where kept.reference = attempt.reference and kept.amount > 0;
-- Money that came back to a wallet after its account was closed went to suspense, and no one was told.
update payment_attempts set review_reason = 'its money came back after the account was closed'
 where amount_suspended > 0 and status in ('paid', 'reversed');
drop index payment_attempts_for_review;
create index payment_attempts_for_review on payment_attempts (updated_at) where status = 'needs_review' or amount_suspended > 0;
