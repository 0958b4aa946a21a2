-- The name and telephone of an applicant as they were when a reviewer approved the request. What the applicant edits later is compared with them.
alter table aid_applications add column approved_name text;
alter table aid_applications add column approved_phone text;
-- When the request last moved to another person, by a claim, its undoing or a merge.
alter table aid_applications add column owned_since timestamptz;
alter table profiles add column name_changed_at timestamptz;
alter table profiles add column phone_changed_at timestamptz;
-- The name that the bank's name was compared with. Empty for accounts named before this migration, and once the account with us was closed.
alter table payees add column compared_with text;
-- The profile fields of the claimer that the claim filled; undoing it empties them again.
alter table profile_claims add column filled text[] not null default '{}';

-- Earlier approvals: today's name and telephone, so that later edits are noticed.
update aid_applications set approved_name = profiles.full_name, approved_phone = profiles.phone
  from profiles where profiles.user_id = aid_applications.user_id and status = 'approved' and erased_at is null;
-- Accounts that a former owner of the request named are no longer in use.
update payees set replaced_at = now()
  from aid_applications where aid_applications.id = application_id and user_id <> proposed_by and replaced_at is null;

-- Ignores case and spaces: a corrected capital is no other name.
create function plain_name(name text) returns text language sql immutable as $$
  select lower(regexp_replace(btrim(name), '[[:space:]]+', ' ', 'g'))
$$;
create function phone_digits(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0*234|0+)', '')
$$;

create function profiles_note_changes() returns trigger language plpgsql as $$
begin
  if public.plain_name(new.full_name) <> public.plain_name(old.full_name) then
    new.name_changed_at := new.updated_at;
  end if;
  if public.phone_digits(new.phone) <> public.phone_digits(old.phone) then
    new.phone_changed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger profiles_changes before update of full_name, phone on profiles for each row execute function profiles_note_changes();

-- A reviewer who has the request open hears of the change before they decide.
create function profiles_tell_reviewers() returns trigger language plpgsql as $$
begin
  update public.aid_applications set changed_at = new.updated_at, changed_by = null
   where user_id = new.user_id and status in ('pending', 'under_review') and erased_at is null;
  return null;
end $$;
create trigger profiles_tell_reviewers after update on profiles for each row
  when (old.name_changed_at is distinct from new.name_changed_at or old.phone_changed_at is distinct from new.phone_changed_at)
  execute function profiles_tell_reviewers();

create function aid_applications_keep_identity() returns trigger language plpgsql as $$
begin
  if new.status <> 'approved' or new.erased_at is not null then
    new.approved_name := null;
    new.approved_phone := null;
  elsif old.status <> 'approved' then
    select full_name, phone into new.approved_name, new.approved_phone from public.profiles where user_id = new.user_id;
  end if;
  if new.user_id <> old.user_id then
    new.owned_since := new.changed_at;
  end if;
  return new;
end $$;
create trigger aid_applications_identity before update of status, user_id, erased_at on aid_applications
  for each row execute function aid_applications_keep_identity();

-- Nothing that the former owner chose stays with a request: neither an account nor a wish.
create function aid_applications_leave_owner() returns trigger language plpgsql as $$
begin
  update public.payees set replaced_at = new.changed_at where application_id = new.id and replaced_at is null;
  delete from public.receiving_wishes where application_id = new.id;
  return null;
end $$;
create trigger aid_applications_owner after update of user_id on aid_applications for each row
  when (old.user_id <> new.user_id) execute function aid_applications_leave_owner();

-- What changed about the applicant of an approved request: who proposes a payment after it and who releases it both see it.
create view applicant_changes as
select a.id as application_id, changed.what, changed.before, greatest(changed.at, a.owned_since, a.decided_at) as at
  from aid_applications as a join profiles on profiles.user_id = a.user_id
 cross join lateral (values
   ('name', a.approved_name, profiles.name_changed_at, plain_name(a.approved_name) <> plain_name(profiles.full_name)),
   ('phone', a.approved_phone, profiles.phone_changed_at,
    profiles.phone <> '' and phone_digits(a.approved_phone) <> phone_digits(profiles.phone))) as changed (what, before, at, differs)
 where a.status = 'approved' and changed.differs;

-- What two people look at about an account, beside the names: it replaced another one, or it was compared with another name than the approved one.
create view payee_changes as
select p.id as payee_id, changed.what, changed.before, changed.at
  from payees as p join aid_applications as a on a.id = p.application_id
 cross join lateral (
   select 'name' as what, a.approved_name as before, greatest(p.created_at, a.decided_at) as at
    where p.kind = 'applicant' and plain_name(p.compared_with) <> plain_name(a.approved_name)
   union all
   (select 'account', e.account_ending, p.created_at from payees as e
     where p.compared_with is not null and e.application_id = p.application_id and e.created_at < p.created_at
       and (e.proposed_by <> p.proposed_by or (a.status = 'approved' and p.created_at > a.decided_at))
     order by e.created_at desc limit 1)) as changed;

-- As before; the name it was compared with goes with the account, and two people may look again after a change.
create or replace function payees_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.application_id, new.relation, new.bank_code, new.bank_name, new.account_ending, new.match, new.shared,
      new.recipient_code, new.usable_from, new.proposed_by, new.created_at)
     is distinct from
     (old.id, old.kind, old.application_id, old.relation, old.bank_code, old.bank_name, old.account_ending, old.match, old.shared,
      old.recipient_code, old.usable_from, old.proposed_by, old.created_at)
     or (new.name is distinct from old.name and (new.kind <> 'guardian' or new.name is not null))
     or (new.account_encrypted is not null and new.account_encrypted is distinct from old.account_encrypted)
     or (new.account_hmac is not null and new.account_hmac is distinct from old.account_hmac)
     or (new.resolved_name is not null and new.resolved_name is distinct from old.resolved_name)
     or (new.compared_with is not null and new.compared_with is distinct from old.compared_with)
     or (old.confirmed_at is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at)
         and (new.confirmed_at is null or new.confirmed_at <= old.confirmed_at))
     or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at) then
    raise exception 'a payee stays as it was named' using errcode = 'TK001';
  end if;
  return new;
end $$;
