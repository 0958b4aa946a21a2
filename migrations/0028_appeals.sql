-- Appeals against refusals: one for each request. The request is undecided again, and those who had a part in the refusal are tied to it.
create table appeals (
  id uuid primary key,
  application_id uuid not null unique references aid_applications(id),
  -- What the applicant says against the refusal. Null: nothing, or erased.
  text text check (char_length(text) between 1 and 2000),
  channel text not null check (channel in ('self', 'walk_in', 'call', 'field', 'reply')),
  -- The member of staff who entered it, and so may not decide it.
  entered_by uuid references users(id),
  -- Upheld: the refusal stands. Changed: the request was approved. Withdrawn: it was erased before a decision.
  state text not null default 'open' check (state in ('open', 'upheld', 'changed', 'withdrawn')),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint appeals_entered check ((channel = 'self') = (entered_by is null)),
  constraint appeals_decided check ((decided_at is not null) = (state in ('upheld', 'changed')))
);
comment on table appeals is
'appeals against refusals: the applicant''s words, how it came, who entered it, how it ended
why: so that someone who had no part in a refusal looks at the request again
kept: as long as the request; its words are erased with it
people: people who ask for aid
basis: consent
recipients: administrators';
create index appeals_open on appeals (application_id) where (state = 'open');
create index appeals_created on appeals (created_at);

-- The step with which a request is undecided again. Its applicant makes it, who makes no other.
alter table application_events add column appeal_id uuid unique references appeals(id);
drop trigger application_events_impartial on application_events;
create trigger application_events_impartial before insert on application_events for each row
  when (new.from_status is not null and new.appeal_id is null) execute function refuse_tied('request', 'user_id');

-- Appeals are due in 14 days.
create function appeal_due_after(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return (moment + make_interval(hours => 24 * 14));

-- The decision about the request is that about its appeal.
create function appeals_follow_request() returns trigger language plpgsql as $$
begin
  update public.appeals
     set state = case when new.status = 'rejected' then 'upheld' when new.status = 'approved' then 'changed'
                      when new.erased_at is not null then 'withdrawn' else 'open' end,
         decided_at = new.decided_at,
         text = case when new.erased_at is null then text end
   where application_id = new.id;
  return null;
end $$;
create trigger aid_applications_appeals after update of status, decided_at, erased_at on aid_applications for each row
  when (old.decided_at is distinct from new.decided_at or old.erased_at is distinct from new.erased_at)
  execute function appeals_follow_request();

-- As before, and: who decided before an appeal, and who entered it.
create or replace function tied_requests(person uuid) returns table (application_id uuid, tie text) language sql stable as $$
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
  union all
  -- Also with a decision that they took back.
  select appeals.application_id, 'appeal'
    from appeals join application_events as step on step.application_id = appeals.application_id
   where step.user_id = person and step.to_status in ('approved', 'rejected') and step.created_at <= appeals.created_at
  union all
  select appeals.application_id, 'appeal' from appeals where entered_by = person
$$;
