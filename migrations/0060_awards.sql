-- Awards: what is granted to an approved request, from which funds. The books promise the money until it is handed over.

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'provider', 'bank', 'cash', 'paid_out', 'fund', 'committed', 'disbursed', 'lost', 'fees', 'suspense', 'loss', 'operating', 'wallet'));
-- Every row that is there was checked against a shorter list.
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement',
  'commit', 'uncommit', 'handover', 'return', 'lost', 'float', 'cover', 'repayment')) not valid;
insert into ledger_accounts (id, code, kind, shards) values
  (8, 'paid_out', 'paid_out', 1),
  (51, 'lost:general', 'lost', 1),
  (52, 'lost:school', 'lost', 1),
  (53, 'lost:emergency', 'lost', 1),
  (54, 'lost:shelter', 'lost', 1),
  (55, 'lost:food', 'lost', 1),
  (56, 'lost:medical', 'lost', 1);
-- What is promised is there: it never goes below zero.
insert into ledger_accounts (id, code, kind, shards, floor_zero) values
  (41, 'committed:general', 'committed', 1, true),
  (42, 'committed:school', 'committed', 1, true),
  (43, 'committed:emergency', 'committed', 1, true),
  (44, 'committed:shelter', 'committed', 1, true),
  (45, 'committed:food', 'committed', 1, true),
  (46, 'committed:medical', 'committed', 1, true);

-- How many people a proposal needs, with its proposer, and who approved it before the last of them.
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off'));
alter table proposals add column signers smallint not null default 2 check (signers between 2 and 3);
create table proposal_approvals (
  proposal_id uuid not null references proposals (id),
  approved_by uuid not null references users (id),
  approved_at timestamptz not null,
  primary key (proposal_id, approved_by)
);
create function proposal_approvals_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or exists (
    select from proposals where id = new.proposal_id and proposed_by = new.approved_by)
  then
    raise exception 'an approval is given once, by another person than the proposer: % is refused', tg_op using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger proposal_approvals_fixed before insert or update or delete on proposal_approvals
  for each row execute function proposal_approvals_guard();
create trigger proposal_approvals_no_truncate before truncate on proposal_approvals
  for each statement execute function proposals_refuse_change();

create or replace function proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed'
       and (new.id, new.kind, new.subject_id, new.choice, new.reason, new.proposed_by, new.proposed_at, new.expires_at, new.signers)
           is not distinct from
           (old.id, old.kind, old.subject_id, old.choice, old.reason, old.proposed_by, old.proposed_at, old.expires_at, old.signers)
       and (new.state <> 'confirmed' or new.signers - 2 <=
            (select count(*) from proposal_approvals where proposal_id = new.id and approved_by <> new.decided_by))
    then
      return new;
    end if;
  end if;
  raise exception 'a proposal stays as it was made and decided: % is refused', tg_op using errcode = 'TK001';
end $$;

create table awards (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  -- In kobo.
  amount bigint not null check (amount > 0),
  -- proposed, then granted, then closed (something was handed over) or cancelled (nothing was).
  state text not null default 'proposed' check (state in ('proposed', 'granted', 'closed', 'cancelled')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  granted_by uuid references users (id),
  granted_at timestamptz,
  ended_at timestamptz,
  -- Repeats of one call find the same row, and a different request is seen by its hash.
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  constraint awards_idempotency_key_taken unique (application_id, idempotency_key_hash),
  constraint awards_two_people check (granted_by <> proposed_by),
  check ((granted_by is null) = (granted_at is null)),
  check (state not in ('granted', 'closed') or granted_by is not null),
  check ((state in ('closed', 'cancelled')) = (ended_at is not null))
);
create unique index awards_one_open on awards (application_id) where state in ('proposed', 'granted');
create index awards_of_application on awards (application_id, proposed_at desc);
create index awards_open on awards (proposed_at) where state in ('proposed', 'granted');

-- What each fund gives to an award, in the order in which it is used.
create table award_funds (
  award_id uuid not null references awards (id),
  place smallint not null check (place between 0 and 5),
  fund text not null check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  amount bigint not null check (amount > 0),
  -- What returned to the fund when the award ended, and in how many steps.
  uncommitted bigint not null default 0 check (uncommitted between 0 and amount),
  uncommit_steps smallint not null default 0,
  primary key (award_id, fund),
  unique (award_id, place)
);

-- An award keeps what was proposed, moves only forwards, and no applicant decides about their own.
create function awards_guard() returns trigger language plpgsql as $$
declare
  asked record;
begin
  select user_id, status into asked from aid_applications where id = new.application_id;
  -- A restored backup inserts awards of any state.
  if tg_op = 'INSERT' then
    if (new.state not in ('proposed', 'granted') or asked.status = 'approved')
       and asked.user_id not in (new.proposed_by, coalesce(new.granted_by, new.proposed_by)) then
      return new;
    end if;
  elsif (new.id, new.application_id, new.amount, new.proposed_by, new.proposed_at) is not distinct from
        (old.id, old.application_id, old.amount, old.proposed_by, old.proposed_at)
    and ((new.state = 'granted' and old.state in ('proposed', 'granted') and new.granted_by <> asked.user_id)
         or (new.state = 'cancelled' and old.state in ('proposed', 'granted'))
         or (new.state = 'closed' and old.state = 'granted'))
    and (old.granted_by is null or new.granted_by = old.granted_by) then
    return new;
  end if;
  raise exception 'an award keeps what was proposed and granted: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger awards_fixed before insert or update on awards for each row execute function awards_guard();
create trigger awards_kept before delete on awards for each row execute function ledger_refuse_change();
create trigger awards_no_truncate before truncate on awards for each statement execute function ledger_refuse_change();

-- The shares of the funds are the award, and stay.
create function award_funds_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.award_id, new.place, new.fund, new.amount) is not distinct from
                          (old.award_id, old.place, old.fund, old.amount) and new.uncommitted >= old.uncommitted then
    return new;
  end if;
  raise exception 'what a fund gives to an award stays: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger award_funds_fixed before update or delete on award_funds for each row execute function award_funds_guard();
create trigger award_funds_no_truncate before truncate on award_funds
  for each statement execute function ledger_refuse_change();
create function award_funds_add_up() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from award_funds where award_id = new.id) is distinct from new.amount then
    raise exception 'the funds of an award add up to it' using errcode = 'TK001';
  end if;
  return null;
end $$;
create constraint trigger awards_add_up after insert on awards deferrable initially deferred
  for each row execute function award_funds_add_up();

-- A request with an open award stays approved.
create function aid_applications_keep_approved() returns trigger language plpgsql as $$
begin
  if exists (select from awards where application_id = old.id and state in ('proposed', 'granted')) then
    raise exception 'a request with an open award stays approved' using errcode = 'TK004';
  end if;
  return new;
end $$;
create trigger aid_applications_with_award before update of status on aid_applications
  for each row when (old.status = 'approved' and new.status <> 'approved') execute function aid_applications_keep_approved();
