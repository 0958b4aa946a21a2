-- Facts that may still need their entry in the public log, so that looking for them costs what is new and not all of history (decision 0069).
create table log_outbox (
  id bigint generated always as identity primary key,
  type text not null,
  -- The row that the fact is about, as server/proof/log/facts.ts names it. Several rows may say the same.
  key text not null
);
comment on table log_outbox is 'see log_keys';

-- Types of which all rows are looked through for facts without an entry, in pieces, and the key up to which that was done.
create table log_sweeps (
  type text primary key,
  after text
);
comment on table log_sweeps is 'see log_keys';

-- Gifts that have their entry in the log and wait for their turn in their fund.
create table gifts_to_place (
  donation_id uuid primary key,
  paid_at timestamptz not null,
  leaf_hash bytea not null
);
comment on table gifts_to_place is 'see log_keys';
create index gifts_to_place_in_order on gifts_to_place (((paid_at at time zone 'UTC')::date), leaf_hash);

-- Up to which entry the old ones were hashed again, and on which day: a seventh each day.
create table log_rechecks (
  one boolean default true primary key check (one),
  next_index bigint not null default 0 check (next_index >= 0),
  checked_on date not null
);
comment on table log_rechecks is 'see log_keys';

-- A restore writes many rows of which most have their entry: it asks for a look at all of them instead.
create function log_outbox_add(type text, key text) returns void language plpgsql as $$
begin
  if exists (select from restoring) then
    insert into log_sweeps (type) values (log_outbox_add.type) on conflict do nothing;
  else
    insert into log_outbox (type, key) values (log_outbox_add.type, log_outbox_add.key);
  end if;
end $$;

create function log_outbox_row() returns trigger language plpgsql as $$
begin
  perform log_outbox_add(tg_argv[0], new.id::text);
  return null;
end $$;

-- Each transaction that could make a fact true names its row, also where another one completes it: the last to end is seen with all of them.
create trigger donations_logged after insert on donations for each row
  when (new.status in ('success', 'reversed') and new.paid_at is not null) execute function log_outbox_row('gift');
create trigger donations_logged_later after update on donations for each row
  when (new.status in ('success', 'reversed') and new.paid_at is not null
    and (old.status not in ('success', 'reversed') or old.paid_at is null)) execute function log_outbox_row('gift');
create trigger donations_given_back_logged after insert on donations for each row
  when (new.amount_reversed > 0) execute function log_outbox_row('given_back');
create trigger donations_given_back_logged_later after update on donations for each row
  when (new.amount_reversed > 0 and (old.status, old.amount_reversed) is distinct from (new.status, new.amount_reversed))
  execute function log_outbox_row('given_back');
create trigger awards_logged after insert on awards for each row when (new.granted_at is not null) execute function log_outbox_row('award');
create trigger awards_logged_later after update on awards for each row
  when (new.granted_at is not null and old.granted_at is null) execute function log_outbox_row('award');
create trigger act_digests_logged after insert on act_digests for each row
  when (new.digest is not null) execute function log_outbox_row('act');
create trigger disbursements_logged after insert on disbursements for each row
  when (new.sent_at is not null) execute function log_outbox_row('disbursement');
create trigger disbursements_logged_later after update on disbursements for each row
  when (new.sent_at is not null and old.sent_at is null) execute function log_outbox_row('disbursement');
create trigger outcomes_logged after insert on disbursements for each row
  when (new.returned + new.lost > 0) execute function log_outbox_row('outcome');
create trigger outcomes_logged_later after update on disbursements for each row
  when (new.returned + new.lost > 0 and (old.returned, old.lost) is distinct from (new.returned, new.lost))
  execute function log_outbox_row('outcome');
create trigger late_losses_logged after insert on payout_attempts for each row
  when (new.late_booked = 'lost') execute function log_outbox_row('late_loss');
create trigger late_losses_logged_later after update on payout_attempts for each row
  when (new.late_booked = 'lost' and old.late_booked is distinct from 'lost') execute function log_outbox_row('late_loss');
create trigger confirmations_logged after insert on confirmations for each row execute function log_outbox_row('confirmation');
create trigger published_rows_logged after insert on published_rows for each row execute function log_outbox_row('rows');
create trigger payout_limits_logged after insert on payout_limits for each row execute function log_outbox_row('policy');
create trigger payout_limits_decided after update on proposals for each row
  when (new.kind = 'payout_limits' and new.state = 'confirmed' and old.state <> 'confirmed') execute function log_outbox_row('policy');

create function gift_lots_outbox() returns trigger language plpgsql as $$
begin
  perform log_outbox_add('given_back', new.donation_id::text);
  return null;
end $$;
create trigger gift_lots_given_back_logged after update on gift_lots for each row
  when (old.given_back is distinct from new.given_back) execute function gift_lots_outbox();

create function allocations_outbox() returns trigger language plpgsql as $$
begin
  perform log_outbox_add(type, key)
     from (select distinct type, key from added
            cross join lateral (values ('allocation', added.id::text), ('counted', added.donation_id::text),
              ('share', added.disbursement_id::text)) as fact (type, key)) as fact;
  return null;
end $$;
create trigger allocations_logged after insert on allocations referencing new table as added for each statement
  execute function allocations_outbox();

create function published_payments_outbox() returns trigger language plpgsql as $$
begin
  perform log_outbox_add('described', new.disbursement_id::text);
  perform log_outbox_add('share', new.disbursement_id::text);
  return null;
end $$;
create trigger published_payments_logged after insert on published_payments for each row execute function published_payments_outbox();

create function monthly_gifts_outbox() returns trigger language plpgsql as $$
begin
  perform log_outbox_add('inflow', new.fund || '/' || to_char(new.month, 'YYYY-MM'));
  return null;
end $$;
create trigger monthly_gifts_logged after insert on monthly_gifts for each row execute function monthly_gifts_outbox();

create function published_outflows_outbox() returns trigger language plpgsql as $$
declare
  key text := new.scope || '/' || to_char(new.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS');
begin
  perform log_outbox_add('totals', key);
  perform log_outbox_add('correction', key);
  return null;
end $$;
create trigger published_outflows_logged after insert on published_outflows for each row execute function published_outflows_outbox();

-- A backup carries the gifts that wait, so that a restore does not find them again from all entries.
create function log_entries_to_place() returns trigger language plpgsql as $$
begin
  if not exists (select from restoring) then
    insert into gifts_to_place (donation_id, paid_at, leaf_hash)
    select donations.id, donations.paid_at, added.leaf_hash
      from added join donations on donations.id = case added.type when 'gift' then added.subject::uuid end
     where donations.paid_at is not null
    on conflict (donation_id) do update set leaf_hash = excluded.leaf_hash;
  end if;
  return null;
end $$;
create trigger log_entries_to_place after insert on log_entries referencing new table as added for each statement
  execute function log_entries_to_place();

-- What this database has not sequenced yet, and the gifts that have no turn. Nothing uses gift_turns any more but processes of 0.1.0.
insert into log_sweeps (type)
select unnest(array['gift', 'given_back', 'award', 'act', 'disbursement', 'outcome', 'late_loss', 'confirmation', 'allocation', 'counted',
  'share', 'described', 'rows', 'inflow', 'totals', 'correction', 'policy']);
insert into gifts_to_place (donation_id, paid_at, leaf_hash)
select donations.id, donations.paid_at, log_entries.leaf_hash
  from log_entries join donations on donations.id = case log_entries.type when 'gift' then log_entries.subject::uuid end
 where log_entries.leaf_index >= coalesce((select leaf_index from gift_turns), 0) and donations.paid_at is not null
   and not exists (select from gift_lots where gift_lots.donation_id = donations.id);
