-- Staff who are tied to a request do nothing about it: its applicant, the person who entered it, someone of the applicant's household,
-- and someone who has named the same bank account. The account of a vendor is no tie. One function has the ties; the server and the
-- trigger below read it at the moment of the act.
create function tied_requests(person uuid) returns table (application_id uuid, tie text) language sql stable as $$
  select id, 'applicant' from aid_applications where user_id = person
  union all
  select id, 'entered' from aid_applications where entered_by = person
  union all
  select request.id, 'household'
    from household_members as mine
    join household_members as theirs on theirs.household_id = mine.household_id and theirs.user_id <> person
    join aid_applications as request on request.user_id = theirs.user_id
   where mine.user_id = person
  union all
  -- Also an account that was replaced since.
  select request.id, 'account'
    from payees as own
    join payees as theirs on theirs.account_hmac = own.account_hmac and theirs.application_id is not null and theirs.proposed_by <> person
    join aid_applications as request on request.id = theirs.application_id
   where own.proposed_by = person and own.application_id is not null
  union all
  select request.id, 'account'
    from payees as own
    join payees as theirs on theirs.account_hmac = own.account_hmac and theirs.application_id is not null and theirs.proposed_by <> person
    join aid_applications as request on request.user_id = theirs.proposed_by
   where own.proposed_by = person and own.application_id is not null
$$;

-- Has a row only within the transaction of a restore, which judges nothing: an act that was right stays right, whatever ties people have
-- had since.
create table restoring (one boolean primary key default true check (one));
create function restoring_guard() returns trigger language plpgsql as $$
begin
  if exists (select from aid_applications) or exists (select from awards) then
    raise exception 'only an empty database is restored' using errcode = 'TK001';
  end if;
  return null;
end $$;
create trigger restoring_empty before insert on restoring for each statement execute function restoring_guard();

-- Arguments: where the request is, then the columns that name who acts.
create function refuse_tied() returns trigger language plpgsql as $$
declare
  is_now jsonb := to_jsonb(new);
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  request uuid;
  person uuid;
begin
  for place in 1 .. tg_nargs - 1 loop
    person := (is_now ->> tg_argv[place])::uuid;
    continue when person is null or is_now ->> tg_argv[place] is not distinct from was ->> tg_argv[place];
    request := coalesce(request, request_of(case tg_argv[0] when 'proposal' then is_now ->> 'kind' else tg_argv[0] end, is_now));
    if exists (select from tied_requests(person) as tied where tied.application_id = request) and not exists (select from restoring) then
      raise exception 'no one acts on a request to which they are tied' using errcode = 'TK006';
    end if;
  end loop;
  return new;
end $$;

-- The request of a row; null where it is about none.
create function request_of(about text, changed jsonb) returns uuid language plpgsql stable as $$
begin
  case about
    when 'request' then return changed ->> 'application_id';
    when 'award' then return changed ->> 'subject_id';
    when 'payee' then return (select application_id from payees where id = (changed ->> 'subject_id')::uuid);
    when 'payment' then return (select application_id from awards where id = (changed ->> 'award_id')::uuid);
    when 'approval' then return (
      select request_of(proposals.kind, to_jsonb(proposals)) from proposals where id = (changed ->> 'proposal_id')::uuid);
    when 'disbursement', 'write_off' then return (
      select application_id from disbursements join awards on awards.id = award_id
       where disbursements.id = coalesce(changed ->> 'disbursement_id', changed ->> 'subject_id')::uuid);
    else return null;
  end case;
end $$;

create trigger application_events_impartial before insert on application_events for each row when (new.from_status is not null)
  execute function refuse_tied('request', 'user_id');
create trigger payees_impartial before insert or update of confirmed_by on payees
  for each row execute function refuse_tied('request', 'confirmed_by');
create trigger awards_impartial before insert or update of granted_by on awards
  for each row execute function refuse_tied('request', 'proposed_by', 'granted_by');
create trigger disbursements_impartial before insert or update of released_by, sent_by, holder, countersigned_by on disbursements
  for each row execute function refuse_tied('payment', 'proposed_by', 'released_by', 'sent_by', 'holder', 'countersigned_by');
create trigger payout_attempts_impartial before insert on payout_attempts
  for each row execute function refuse_tied('disbursement', 'started_by');
create trigger confirmations_impartial before insert on confirmations
  for each row execute function refuse_tied('disbursement', 'recorded_by');
create trigger sample_answers_impartial before insert on sample_answers
  for each row execute function refuse_tied('disbursement', 'recorded_by');
create trigger proposals_impartial before insert or update of decided_by on proposals
  for each row when (new.kind in ('award', 'disbursement', 'write_off', 'payee'))
  execute function refuse_tied('proposal', 'proposed_by', 'decided_by');
create trigger proposal_approvals_impartial before insert on proposal_approvals
  for each row execute function refuse_tied('approval', 'approved_by');

-- The rules that this one replaces.
drop trigger awards_relatives on awards;
drop trigger disbursements_relatives on disbursements;
drop trigger payees_relatives on payees;
drop trigger confirmations_relatives on confirmations;
drop function awards_relatives, disbursements_relatives, payees_relatives, confirmations_relatives, refuse_relative, shares_payee;

create or replace function awards_guard() returns trigger language plpgsql as $$
begin
  -- A restored backup inserts awards of any state.
  if tg_op = 'INSERT' then
    if new.state not in ('proposed', 'granted') or exists (
         select from aid_applications where id = new.application_id and status = 'approved') then
      return new;
    end if;
  elsif (new.id, new.application_id, new.amount, new.proposed_by, new.proposed_at) is not distinct from
        (old.id, old.application_id, old.amount, old.proposed_by, old.proposed_at)
    and ((new.state = 'granted' and old.state in ('proposed', 'granted'))
         or (new.state = 'cancelled' and old.state in ('proposed', 'granted'))
         or (new.state = 'closed' and old.state = 'granted'))
    and (old.granted_by is null or new.granted_by = old.granted_by) then
    return new;
  end if;
  raise exception 'an award keeps what was proposed and granted: % is refused', tg_op using errcode = 'TK001';
end $$;

create or replace function disbursements_guard() returns trigger language plpgsql as $$
declare
  award record;
begin
  if tg_op = 'UPDATE' and (new.id, new.award_id, new.kind, new.amount, new.item, new.payee_id, new.proposed_by, new.proposed_at)
       is distinct from (old.id, old.award_id, old.kind, old.amount, old.item, old.payee_id, old.proposed_by, old.proposed_at) then
    raise exception 'a disbursement keeps what was proposed' using errcode = 'TK001';
  end if;
  if tg_op = 'UPDATE' and old.sent_at is not null
     and (new.sent_at, new.sent_on, new.sent_by, new.released_by, new.holder) is distinct from
         (old.sent_at, old.sent_on, old.sent_by, old.released_by, old.holder) then
    raise exception 'a hand-over stays as it was recorded' using errcode = 'TK001';
  end if;
  select id, amount, state into award from awards where id = new.award_id for no key update;
  if new.state in ('proposed', 'released', 'sending') and award.state <> 'granted' then
    raise exception 'a disbursement needs a granted award' using errcode = 'TK001';
  end if;
  if new.state <> 'cancelled' and award.amount < new.amount - new.returned + coalesce(
       (select sum(amount - returned) from disbursements
         where award_id = new.award_id and id <> new.id and state <> 'cancelled'), 0) then
    raise exception 'the disbursements of an award are at most the award' using errcode = 'TK005';
  end if;
  return new;
end $$;
