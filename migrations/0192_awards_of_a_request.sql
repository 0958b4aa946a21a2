-- The amount of a request bounds all its awards together, and what its household and bank account were granted lately counts for the
-- number of people who decide.

-- What an award gives: of one that has ended, what did not return to its funds. In kobo.
create function award_kept(award awards) returns bigint language sql stable as $$
  select case award.state when 'cancelled' then 0
    else award.amount - coalesce((select sum(uncommitted) from award_funds where award_id = award.id), 0) end::bigint
$$;

-- The applicant of a request (1), people who named the same bank account (2), and the household (3): each once. Vendors are no one.
create function people_of_request(request uuid) returns table (user_id uuid, rank integer) language sql stable as $$
  with ours as (select aid_applications.user_id from aid_applications where id = request)
  select people.user_id, min(people.rank) from (
    select ours.user_id, 1 as rank from ours
    union all
    select theirs.proposed_by, 2
      from ours join payees as named on named.proposed_by = ours.user_id and named.application_id is not null
      join payees as theirs on theirs.account_hmac = named.account_hmac and theirs.application_id is not null
                           and theirs.proposed_by <> ours.user_id
    union all
    select theirs.user_id, 3
      from ours join household_members as mine on mine.user_id = ours.user_id
      join household_members as theirs on theirs.household_id = mine.household_id and theirs.user_id <> ours.user_id) as people
   group by people.user_id
$$;

-- What is granted of a request, and what these people were granted since a day, for other requests. In kobo.
-- with_proposed: also what is proposed for the other requests.
create function awards_counted(request uuid, since timestamptz, with_proposed boolean) returns bigint language sql stable as $$
  select (coalesce((select sum(award_kept(awards)) from awards where application_id = request and state in ('granted', 'closed')), 0)
    + coalesce((
        select sum(award_kept(awards))
          from people_of_request(request) as people
          join aid_applications on aid_applications.user_id = people.user_id and aid_applications.id <> request
          join awards on awards.application_id = aid_applications.id
         where (awards.state in ('granted', 'closed') and granted_at > since)
            or (with_proposed and awards.state = 'proposed' and proposed_at > since)), 0))::bigint
$$;

-- What a request may be granted at most: what it asks for. Where it names no sum, the first award that two people granted says it.
-- Null: no award yet.
create function request_limit(request uuid) returns bigint language sql stable as $$
  select coalesce(nullif(amount_requested, 0),
                  (select amount from awards where application_id = request and state in ('granted', 'closed') order by granted_at limit 1))
    from aid_applications where id = request
$$;

create function awards_within_request() returns trigger language plpgsql as $$
begin
  if new.state not in ('proposed', 'granted') or exists (select from restoring) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.state = old.state then
    return new;
  end if;
  perform from aid_applications where id = new.application_id for no key update;
  if new.amount + coalesce((select sum(award_kept(awards)) from awards
                             where application_id = new.application_id and state in ('granted', 'closed') and id <> new.id), 0)
     > request_limit(new.application_id) then
    raise exception 'the awards of a request are at most what it asks for' using errcode = 'TK005';
  end if;
  return new;
end $$;
create trigger awards_within_request before insert or update of state on awards
  for each row execute function awards_within_request();
