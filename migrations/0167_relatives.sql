-- Relatives do not decide about each other: whoever has named an account, also an earlier one, that is now named for a request pays nothing
-- out on it. Only what was so at the time of the act counts, so that a restored backup is not refused for what was named later.
create index payees_by_request on payees (application_id) where application_id is not null;

create function shares_payee(request uuid, person uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from payees as theirs join payees as own on own.account_hmac = theirs.account_hmac
     where theirs.application_id = request and theirs.created_at <= at and (theirs.replaced_at is null or theirs.replaced_at > at)
       and own.application_id is not null and own.proposed_by = person and own.created_at <= at)
$$;

create function refuse_relative(request uuid, person uuid, at timestamptz) returns void language plpgsql as $$
begin
  if person is not null and shares_payee(request, person, at) then
    raise exception 'relatives who share an account do not decide about each other' using errcode = 'TK001';
  end if;
end $$;

create function awards_relatives() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refuse_relative(new.application_id, new.proposed_by, new.proposed_at);
  end if;
  if tg_op = 'INSERT' or new.granted_by is distinct from old.granted_by then
    perform refuse_relative(new.application_id, new.granted_by, new.granted_at);
  end if;
  return new;
end $$;
create trigger awards_relatives before insert or update on awards for each row execute function awards_relatives();

create function disbursements_relatives() returns trigger language plpgsql as $$
declare
  request uuid;
begin
  if tg_op = 'UPDATE' and (new.released_by, new.sent_by, new.countersigned_by) is not distinct from
                          (old.released_by, old.sent_by, old.countersigned_by) then
    return new;
  end if;
  select application_id into request from awards where id = new.award_id;
  if tg_op = 'INSERT' then
    perform refuse_relative(request, new.proposed_by, new.proposed_at);
  end if;
  if tg_op = 'INSERT' or new.released_by is distinct from old.released_by then
    perform refuse_relative(request, new.released_by, new.released_at);
  end if;
  if tg_op = 'INSERT' or new.sent_by is distinct from old.sent_by then
    perform refuse_relative(request, new.sent_by, new.sent_at);
  end if;
  if tg_op = 'INSERT' or new.countersigned_by is distinct from old.countersigned_by then
    perform refuse_relative(request, new.countersigned_by, new.countersigned_at);
  end if;
  return new;
end $$;
create trigger disbursements_relatives before insert or update on disbursements
  for each row execute function disbursements_relatives();

create function payees_relatives() returns trigger language plpgsql as $$
begin
  if new.application_id is not null and new.confirmed_by is distinct from old.confirmed_by then
    perform refuse_relative(new.application_id, new.confirmed_by, new.confirmed_at);
  end if;
  return new;
end $$;
create trigger payees_relatives before update on payees for each row execute function payees_relatives();
