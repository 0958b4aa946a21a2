-- The queue of the workbench: when a request is due, who works on it, and which version of it somebody saw.

-- Critical requests are due in 3 days, urgent ones in 7, all others in 21.
create function due_after(urgency text, moment timestamptz) returns timestamptz language sql immutable parallel safe
  return moment + make_interval(hours => 24 * case urgency when 'critical' then 3 when 'high' then 7 else 21 end);

alter table aid_applications
  -- Grows with every change. Who made the last one, and when: the person who saw an older version is told.
  add column version integer not null default 1,
  add column changed_by uuid references users (id),
  add column changed_at timestamptz,
  -- Only while undecided. It stands still while the request waits for the applicant.
  add column due_at timestamptz,
  add column assigned_to uuid references users (id),
  -- Set aside until then, or until the applicant answers. A late request counts as not set aside.
  add column snoozed_until timestamptz,
  add column snoozed_until_answered boolean not null default false,
  -- When the applicant sent papers that nobody has read since.
  add column answered_at timestamptz,
  -- A lease: who works on it now. No version and no history counts it.
  add column held_by uuid references users (id),
  add column held_until timestamptz,
  -- The administrator who entered it for the applicant, and so may not decide.
  add column entered_by uuid references users (id);

update aid_applications set due_at = due_after(urgency, created_at) + coalesce(
    (select sum(coalesce(answered_at, closed_at, paper_requests.created_at) - paper_requests.created_at)
       from paper_requests where application_id = aid_applications.id), interval '0')
 where decided_at is null and erased_at is null;

alter table aid_applications
  add constraint aid_applications_due_while_undecided check ((due_at is not null) = (decided_at is null and erased_at is null)),
  add constraint aid_applications_held_until check ((held_by is null) = (held_until is null)),
  add constraint aid_applications_snoozed_once check (snoozed_until is null or not snoozed_until_answered);

-- A decision empties the place in the queue; a request that is new, or open again, gets one.
create function aid_applications_keep_place() returns trigger language plpgsql as $$
begin
  if new.decided_at is not null or new.erased_at is not null then
    new.due_at := null;
    new.snoozed_until := null;
    new.snoozed_until_answered := false;
    new.answered_at := null;
    new.held_by := null;
    new.held_until := null;
  elsif new.due_at is null then
    new.due_at := public.due_after(new.urgency, new.created_at);
  end if;
  return new;
end $$;
create trigger aid_applications_place before insert or update of status, decided_at, erased_at on aid_applications
  for each row execute function aid_applications_keep_place();

create function aid_applications_count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger aid_applications_version
  before update of status, decided_at, erased_at, waiting_since, due_at, assigned_to, snoozed_until, snoozed_until_answered, answered_at, changed_at
  on aid_applications for each row execute function aid_applications_count_version();

-- Each view in the order in which it is worked through.
create index aid_applications_due on aid_applications (due_at, id) where due_at is not null;
create index aid_applications_unassigned on aid_applications (due_at, id) where due_at is not null and assigned_to is null;
create index aid_applications_assigned on aid_applications (assigned_to, due_at, id)
  where due_at is not null and assigned_to is not null;
create index aid_applications_answered on aid_applications (due_at, id) where due_at is not null and answered_at is not null;
create index aid_applications_snoozed on aid_applications (due_at, id)
  where due_at is not null and (snoozed_until is not null or snoozed_until_answered);
create index aid_applications_waiting_due on aid_applications (due_at, id) where due_at is not null and waiting_since is not null;
create index aid_applications_held on aid_applications (held_by) where held_by is not null;
drop index aid_applications_waiting;

-- What staff did with a request beside its status.
create table request_acts (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  act text not null check (act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read')),
  user_id uuid not null references users (id),
  -- Whom it was assigned to, or taken over from.
  other_id uuid references users (id),
  -- Until when it was set aside.
  until timestamptz,
  created_at timestamptz not null
);
create index request_acts_of_application on request_acts (application_id, created_at, id);

-- Who has a request open. Each page says so twice a minute, so a lost row is back at once: no log.
create unlogged table request_presence (
  application_id uuid not null references aid_applications (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  mode text not null check (mode in ('reading', 'writing')),
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (application_id, user_id)
);
create index request_presence_seen on request_presence (seen_at);

-- Lists of requests that people return to, as the query of the list.
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 1000),
  shared boolean not null,
  created_at timestamptz not null
);
create index saved_views_of_user on saved_views (user_id, name, id);
create index saved_views_shared on saved_views (name, id) where shared;
