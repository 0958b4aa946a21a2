-- A fund below zero, as after a chargeback of what was spent: named as a difference with an owner, and covered by the organisation, by two people.
-- The cover is kept apart from the fund, so that what was given stays the sum of the gifts.
do $$
declare
  kinds text[];
  checked text;
  added text;
begin
  foreach checked in array array['ledger_accounts_kind_check', 'differences_kind_check'] loop
    added := case checked when 'differences_kind_check' then 'short_fund' else 'covered' end;
    select array_agg(found.names[1]) || added into kinds
      from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as found(names) where conname = checked;
    execute format('alter table %I drop constraint %I', replace(checked, '_kind_check', ''), checked);
    execute format('alter table %I add constraint %I check (kind = any (%L::text[]))', replace(checked, '_kind_check', ''), checked, kinds);
  end loop;
  for checked in select conname from pg_constraint
                  where conrelid = 'differences'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%''fee''%ledger IS NULL%'
  loop
    execute format('alter table differences drop constraint %I', checked);
  end loop;
end $$;
alter table differences add constraint differences_sides check ((kind in ('books', 'fee', 'short_fund')) = (ledger is null));

insert into ledger_accounts (id, code, kind, shards) values
  (61, 'covered:general', 'covered', 1), (62, 'covered:school', 'covered', 1), (63, 'covered:emergency', 'covered', 1),
  (64, 'covered:shelter', 'covered', 1), (65, 'covered:food', 'covered', 1), (66, 'covered:medical', 'covered', 1);

-- By how much a fund is below zero, with what was covered. In kobo.
create function fund_shortage(fund text) returns bigint language sql stable as $$
  select greatest(0, -coalesce(sum(balance), 0))::bigint
    from ledger_balances join ledger_accounts on ledger_accounts.id = account_id
   where code in ('fund:' || fund, 'covered:' || fund)
$$;

-- When people were told by mail that it is still open after its day.
alter table differences add column late_mailed_at timestamptz;

create table fund_covers (
  -- The difference that it ends.
  id uuid primary key references differences (id),
  fund text not null check (fund in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  amount bigint not null check (amount > 0),
  covered_at timestamptz not null
);
create trigger fund_covers_fixed before update or delete on fund_covers for each row execute function ledger_refuse_change();
create trigger fund_covers_no_truncate before truncate on fund_covers for each statement execute function ledger_refuse_change();
create function fund_covers_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from proposals join differences on differences.id = proposals.subject_id
                  where proposals.kind = 'difference_closing' and proposals.state = 'confirmed' and proposals.choice = 'cover'
                    and differences.id = new.id and differences.kind = 'short_fund' and differences.subject = new.fund) then
    raise exception 'two people cover a fund' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger fund_covers_guarded before insert on fund_covers for each row execute function fund_covers_guard();

create or replace function differences_end_in_entries() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and old.state = 'open' and (
       (new.kind = 'transfer' and late_outcome(new.subject, new.ledger - new.provider) is not null)
       or (new.kind = 'short_fund' and not exists (select from fund_covers where fund_covers.id = new.id))) then
    raise exception 'this difference ends in an entry' using errcode = 'TK001';
  end if;
  return new;
end $$;

-- Nothing more leaves a fund that is below zero: it is covered, the promise is lowered, or the payment waits. Other funds go on.
create function disbursements_of_short_fund() returns trigger language plpgsql as $$
begin
  if new.state in ('released', 'sending') and old.state in ('proposed', 'failed') and exists (
       select from award_funds where award_id = new.award_id and amount > uncommitted and fund_shortage(fund) > 0) then
    raise exception 'a fund of this payment is below zero' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger disbursements_of_short_fund before update on disbursements for each row execute function disbursements_of_short_fund();

-- The funds that were below zero when the figures of all funds together were published, of those whose figures ten households share.
alter table published_outflows add column short_funds text[] check (short_funds is null or scope = 'all');
create or replace view outflow_figures as
  select scope, published_at, alone_percent, decision_days, payment_days, unanswered, format,
         case when format = 2 then granted when granted_until = handed_until then promised + paid_out + lost end as granted,
         case when format = 2 or granted_until = handed_until then promised end as promised,
         case when handed_until is not null then paid_out end as paid_out,
         case when lost_until is not null then lost end as lost,
         case when format = 2 or granted_until = handed_until then granted_until end as granted_until,
         handed_until, lost_until, short_funds
    from published_outflows;
