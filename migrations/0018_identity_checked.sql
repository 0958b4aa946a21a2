-- The reviewers' mark says that they checked who the person is. Until then two people compare each account that the person names.
alter table profiles add column marked_by uuid references users(id), add column marked_at timestamptz;
alter table profiles add constraint profiles_marked check ((marked_by is null) = (marked_at is null)) not valid;
alter table profiles validate constraint profiles_marked;

-- The audit knows who set the marks of before.
update profiles set marked_by = event.actor_id, marked_at = event.created_at
  from (select distinct on (subject_id) subject_id, actor_id, created_at
          from audit_events where action = 'beneficiary.approved' order by subject_id, created_at desc) as event
 where event.subject_id = profiles.id::text and is_approved and event.actor_id is not null;

-- Staff who may not check who someone is: the person, their household, and staff who are tied to a request of theirs.
create function tied_to_person(staff uuid, person uuid) returns boolean language sql stable as $$
  select staff = person
      or exists (select from household_members mine join household_members theirs using (household_id)
                  where mine.user_id = staff and theirs.user_id = person)
      or exists (select from tied_requests(staff) tied join aid_applications request on request.id = tied.application_id
                  where request.user_id = person)
$$;

-- The mark is about the name that was checked: it goes when the name changes, however that is written.
create function profiles_keep_mark() returns trigger language plpgsql as $$
begin
  if old.is_approved and new.is_approved and plain_name(new.full_name) <> plain_name(old.full_name) then
    new.is_approved := false;
  end if;
  if not new.is_approved then
    new.marked_by := null;
    new.marked_at := null;
  elsif new.marked_by is distinct from old.marked_by and tied_to_person(new.marked_by, new.user_id)
        and not exists (select from restoring) then
    raise exception 'no one checks a person to whom they are tied' using errcode = 'TK006';
  end if;
  return new;
end $$;
create trigger profiles_mark before update of full_name, is_approved on profiles for each row execute function profiles_keep_mark();

comment on table profiles is
'profile: name, phone, address, bio, role, the roles of staff, whether staff checked who the person is, who did and when; its words
  for searching
why: to help, and to know who is asking
kept: until the account is closed
people: account holders
basis: contract
recipients: administrators';

-- Adds a reason for two people to compare an account: no one has checked who its owner is.
create or replace view payee_changes as
  select p.id as payee_id, changed.what, changed.before, changed.at
    from payees p
    join aid_applications a on a.id = p.application_id
    cross join lateral (
      select 'name' as what, a.approved_name as before, greatest(p.created_at, a.decided_at) as at
       where p.kind = 'applicant' and plain_name(p.compared_with) <> plain_name(a.approved_name)
      union all
      (select 'account', e.account_ending, p.created_at
         from payees e
        where p.compared_with is not null and e.application_id = p.application_id and e.created_at < p.created_at
          and (e.proposed_by <> p.proposed_by or a.status = 'approved' and p.created_at > a.decided_at)
        order by e.created_at desc limit 1)
      union all
      (select 'shared', '', t.created_at
         from payees t
        where t.account_hmac = p.account_hmac and t.application_id is not null and t.proposed_by <> p.proposed_by
          and (t.created_at, t.id) > (p.created_at, p.id)
        order by t.created_at desc limit 1)
      union all
      select 'identity', '', p.created_at
       where p.kind = 'applicant' and not exists (select from profiles where profiles.user_id = a.user_id and is_approved)) as changed;
