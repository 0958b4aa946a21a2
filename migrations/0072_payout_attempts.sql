-- Bank disbursements: one transfer of the provider at a time, each with its own reference, written down before the provider is asked.

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'provider', 'bank', 'cash', 'transit', 'paid_out', 'fund', 'committed', 'disbursed', 'lost', 'fees', 'suspense', 'loss', 'operating',
  'wallet'));
insert into ledger_accounts (id, code, kind, shards) values (9, 'transit', 'transit', 1);
-- Every row that is there was checked against a shorter list.
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement',
  'commit', 'uncommit', 'handover', 'return', 'lost', 'float', 'cover', 'repayment',
  'payout', 'disburse', 'unsent', 'reversal', 'fee_back')) not valid;

alter table disbursements add column payee_id uuid references payees (id);
alter table disbursements drop constraint disbursements_kind_check;
alter table disbursements add constraint disbursements_kind_check
  check (kind in ('bank', 'manual_bank', 'cash', 'voucher', 'goods', 'service'));
alter table disbursements add constraint disbursements_payee
  check ((kind <> 'bank' or payee_id is not null) and (payee_id is null or kind in ('bank', 'manual_bank')));
alter table disbursements drop constraint disbursements_state_check;
alter table disbursements add constraint disbursements_state_check check (state in (
  'proposed', 'released', 'sending', 'failed', 'sent', 'confirmed', 'disputed', 'returned', 'lost', 'cancelled'));
alter table disbursements add constraint disbursements_of_bank
  check (case when kind = 'bank' then state <> 'released' and sent_by is null else state not in ('sending', 'failed') end);
-- The provider sends, not a person.
do $$
declare
  named text;
begin
  for named in select conname from pg_constraint
                where conrelid = 'disbursements'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%sent_by IS NULL)) AND%'
  loop
    execute format('alter table disbursements drop constraint %I', named);
  end loop;
end $$;
alter table disbursements add constraint disbursements_sent
  check ((sent_at is null) = (sent_on is null) and (kind = 'bank' or (sent_at is null) = (sent_by is null)));

create or replace function disbursements_guard() returns trigger language plpgsql as $$
declare
  award record;
  applicant uuid;
begin
  if tg_op = 'UPDATE' and (new.id, new.award_id, new.kind, new.amount, new.item, new.payee_id, new.proposed_by, new.proposed_at)
       is distinct from (old.id, old.award_id, old.kind, old.amount, old.item, old.payee_id, old.proposed_by, old.proposed_at) then
    raise exception 'a disbursement keeps what was proposed' using errcode = 'TK001';
  end if;
  if tg_op = 'UPDATE' and old.sent_at is not null
     and (new.sent_at, new.sent_on, new.sent_by, new.released_by, new.holder) is distinct from
         (old.sent_at, old.sent_on, old.sent_by, old.released_by, old.holder) then
    raise exception 'a hand-over stays as it was recorded' using errcode = 'TK001';
  end if;
  select id, amount, state, application_id into award from awards where id = new.award_id for no key update;
  select user_id into applicant from aid_applications where id = award.application_id;
  if applicant in (new.proposed_by, coalesce(new.released_by, new.proposed_by), coalesce(new.sent_by, new.proposed_by)) then
    raise exception 'no one pays out to themselves' using errcode = 'TK001';
  end if;
  if new.state in ('proposed', 'released', 'sending') and award.state <> 'granted' then
    raise exception 'a disbursement needs a granted award' using errcode = 'TK001';
  end if;
  if new.state <> 'cancelled' and award.amount < new.amount - new.returned + coalesce(
       (select sum(amount - returned) from disbursements
         where award_id = new.award_id and id <> new.id and state <> 'cancelled'), 0) then
    raise exception 'the disbursements of an award are at most the award' using errcode = 'TK005';
  end if;
  return new;
end $$;

create table payout_attempts (
  id uuid primary key,
  disbursement_id uuid not null references disbursements (id),
  -- Used once, for ever: 'pay-' and 130 random bits.
  reference text not null unique check (reference ~ '^pay-[0-9a-z]{26}$'),
  amount bigint not null check (amount > 0),
  recipient_code text not null,
  state text not null default 'sending'
    check (state in ('sending', 'unknown', 'open', 'success', 'failed', 'refused', 'reversed')),
  -- When it was last sent to the provider, and how often: always under the same reference.
  posted_at timestamptz,
  posts integer not null default 0,
  -- The provider's words.
  provider_status text,
  provider_id text,
  transfer_code text,
  session_id text,
  refusal text,
  -- Set: machines leave it alone until people have looked.
  review_reason text,
  -- When the payout was booked, the fee that was booked with it, who bears it, and what of it came back. In kobo.
  booked_at timestamptz,
  fee bigint not null default 0 check (fee >= 0),
  fee_fund text check (fee_fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  fee_returned bigint not null default 0 check (fee_returned in (0, fee)),
  asked_at timestamptz,
  next_check_at timestamptz,
  started_by uuid not null references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (fee = 0 or fee_fund is not null),
  check (fee = 0 or booked_at is not null),
  check (state <> 'success' or booked_at is not null)
);
create unique index payout_attempts_one_open on payout_attempts (disbursement_id) where state in ('sending', 'unknown', 'open');
create index payout_attempts_of_disbursement on payout_attempts (disbursement_id, created_at);
create index payout_attempts_due on payout_attempts (next_check_at) where next_check_at is not null;

-- A reference is for one amount and one recipient, and an end is an end.
create function payout_attempts_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.disbursement_id, new.reference, new.amount, new.recipient_code, new.started_by, new.created_at)
     is distinct from
     (old.id, old.disbursement_id, old.reference, old.amount, old.recipient_code, old.started_by, old.created_at)
     or (old.booked_at is not null and new.booked_at is distinct from old.booked_at)
     or new.posts < old.posts
     or (old.state in ('failed', 'refused', 'reversed') and new.state <> old.state)
     or (old.state = 'success' and new.state not in ('success', 'reversed')) then
    raise exception 'a payout attempt keeps its reference and its end' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payout_attempts_fixed before update on payout_attempts for each row execute function payout_attempts_guard();
create trigger payout_attempts_kept before delete on payout_attempts for each row execute function ledger_refuse_change();
create trigger payout_attempts_no_truncate before truncate on payout_attempts
  for each statement execute function ledger_refuse_change();
