-- Staff have one or more of five roles. The role `admin` stays what it was for sign-ins and sessions: a member of staff.

alter table profiles add column staff_roles text[] not null default '{}'
  check (staff_roles <@ array['administrator', 'reviewer', 'finance', 'caller', 'auditor']);
-- Today's administrators keep everything.
update profiles set staff_roles = '{administrator}' where role = 'admin';

-- The two columns never disagree. An account that becomes staff without a role is an administrator, as it was before there were roles.
create function profiles_staff_roles() returns trigger language plpgsql as $$
begin
  if new.role <> 'admin' then
    new.staff_roles := '{}';
  elsif new.staff_roles = '{}' then
    new.staff_roles := '{administrator}';
  end if;
  return new;
end $$;
create trigger profiles_staff_roles before insert or update of role, staff_roles on profiles
  for each row execute function profiles_staff_roles();
alter table profiles add constraint profiles_staff_have_roles check ((role = 'admin') = (staff_roles <> '{}'));

-- A list of roles, such as `reviewer, finance`.
alter table proposals drop constraint proposals_choice_check;
alter table proposals add constraint proposals_choice_check check (choice ~ '^[a-z_]+(, [a-z_]+)*$');
-- Proposals of the old two roles cannot be read as lists of roles. They are made again.
update proposals set state = 'lapsed', decided_at = now() where kind = 'role_change' and state = 'proposed';

-- Alone is whoever has no second person for grants and releases: nobody else is an administrator or in finance.
create or replace function alone_guard() returns trigger language plpgsql as $$
begin
  if (select count(*) from profiles where role = 'admin' and staff_roles && array['administrator', 'finance']) <> 1 then
    raise exception 'one person decides alone only where nobody else can approve' using errcode = 'TK001';
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
