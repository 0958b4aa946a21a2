-- One administrator alone (SOLE_ADMINISTRATOR=on) may grant and release small amounts, after a wait, while there is no second
-- administrator. Such a proposal has one signer. A second administrator countersigns what was released later.

alter table proposals drop constraint proposals_signers_check;
alter table proposals add constraint proposals_signers_check
  check (signers between 2 and 3 or (signers = 1 and kind in ('award', 'disbursement')));
alter table proposals drop constraint proposals_two_people;
alter table proposals add constraint proposals_two_people
  check (state <> 'confirmed' or (decided_by is not null and (decided_by <> proposed_by or signers = 1)));

-- In kobo: ₦200,000 granted, ₦50,000 released, not in the minute after it was proposed.
alter table awards drop constraint awards_two_people;
alter table awards add constraint awards_two_people check (granted_by <> proposed_by or amount <= 20000000);
alter table disbursements drop constraint disbursements_two_people;
alter table disbursements add constraint disbursements_two_people check (
  released_by <> proposed_by or (amount <= 5000000 and released_at >= proposed_at + interval '1 minute'));
create index disbursements_alone on disbursements (released_at) where released_by = proposed_by;

-- Who approved it afterwards, of what one administrator released alone.
alter table disbursements add column countersigned_by uuid references users (id);
alter table disbursements add column countersigned_at timestamptz;
alter table disbursements add constraint disbursements_countersigned check (
  (countersigned_by is null) = (countersigned_at is null)
  and (countersigned_by is null or (released_by = proposed_by and countersigned_by <> released_by)));

-- Who decides alone is the only administrator, waits a day (a minute with play money), and releases at most ₦200,000 in seven days.
create function alone_guard() returns trigger language plpgsql as $$
begin
  if (select count(*) from profiles where role = 'admin') <> 1 then
    raise exception 'one person decides alone only where there is one administrator' using errcode = 'TK001';
  end if;
  if tg_table_name = 'awards' then
    return new;
  end if;
  if new.released_at < new.proposed_at + interval '24 hours' and not exists (select from instance where mode = 'sandbox') then
    raise exception 'one person alone waits a day' using errcode = 'TK001';
  end if;
  if new.amount + (select coalesce(sum(amount), 0) from disbursements
                    where released_by = proposed_by and id <> new.id
                      and released_at > new.released_at - interval '7 days') > 20000000 then
    raise exception 'one person alone releases at most ₦200,000 in seven days' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger awards_alone before update on awards
  for each row when (old.granted_by is null and new.granted_by = new.proposed_by) execute function alone_guard();
create trigger disbursements_alone before update on disbursements
  for each row when (old.released_by is null and new.released_by = new.proposed_by) execute function alone_guard();

create function disbursements_countersigned_once() returns trigger language plpgsql as $$
begin
  raise exception 'a countersignature stays' using errcode = 'TK001';
end $$;
create trigger disbursements_countersigned before update of countersigned_by, countersigned_at on disbursements
  for each row when (old.countersigned_by is not null
                     and (new.countersigned_by, new.countersigned_at) is distinct from (old.countersigned_by, old.countersigned_at))
  execute function disbursements_countersigned_once();

-- Of the payments of all funds that had left by then: how many in a hundred one person alone had released.
alter table published_outflows add column alone_percent smallint check (alone_percent is null or (scope = 'all' and alone_percent between 0 and 100));
