-- A closed month keeps its statement, and nothing is booked into it any more (decision 0063).
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge'));

create table closed_months (
  -- Its first day.
  month date primary key check (extract(day from month) = 1),
  -- As contract/money/months.ts declares it; json keeps the text of which this is the SHA-256.
  statement json not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  proposal_id uuid not null unique references proposals(id),
  closed_at timestamptz not null
);
comment on table closed_months is 'see ledger_accounts';

-- The moment at which a month is over in Lagos.
create function month_end(month date) returns timestamptz language sql immutable as $$
  select (month + interval '1 month') at time zone 'Africa/Lagos'
$$;

create function closed_months_guard() returns trigger language plpgsql as $$
begin
  if exists (select from restoring) then
    return new;
  end if;
  if new.closed_at < month_end(new.month) + interval '1 hour' then
    raise exception 'a month is closed an hour after its end' using errcode = 'TK001';
  end if;
  if not exists (select from proposals where id = new.proposal_id and kind = 'month_closing' and state = 'confirmed') then
    raise exception 'two people close a month' using errcode = 'TK001';
  end if;
  if exists (select from closed_months where month > new.month)
     or not exists (select from closed_months where month = new.month - interval '1 month')
        and exists (select from transfers where recorded_at < new.month::timestamp at time zone 'Africa/Lagos') then
    raise exception 'months are closed in their order' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger closed_months_guard before insert on closed_months for each row execute function closed_months_guard();
create trigger closed_months_append_only before delete or update on closed_months for each row execute function ledger_refuse_change();
create trigger closed_months_no_truncate before truncate on closed_months for each statement execute function ledger_refuse_change();

create function ledger_refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from posted where recorded_at < month_end((select max(month) from closed_months)))
     and not exists (select from restoring) then
    raise exception 'nothing is booked into a closed month' using errcode = 'TK001';
  end if;
  return null;
end $$;
create trigger transfers_open_month after insert on transfers referencing new table as posted for each statement
  execute function ledger_refuse_closed_month();
