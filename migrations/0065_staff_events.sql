-- What staff's open pages are told: each process reads these rows once a second. They hold ids only, for an hour.

create table staff_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('arrived', 'changed', 'assigned', 'held', 'presence')),
  application_id uuid not null references aid_applications (id) on delete cascade,
  version integer,
  -- Who did it, and whom it concerns: the new owner, or who holds the request now.
  user_id uuid references users (id) on delete cascade,
  other_id uuid references users (id) on delete cascade,
  -- The database's own time, because readers of all processes compare with it.
  at timestamptz not null default clock_timestamp()
);
create index staff_events_at on staff_events (at);

-- Written by triggers, so that no change is forgotten.
create function aid_applications_tell_staff() returns trigger language plpgsql as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    insert into public.staff_events (kind, application_id, version, user_id, other_id)
    values ('assigned', new.id, new.version, new.changed_by, new.assigned_to);
  elsif new.version <> old.version then
    insert into public.staff_events (kind, application_id, version, user_id) values ('changed', new.id, new.version, new.changed_by);
  elsif new.held_by is distinct from old.held_by then
    insert into public.staff_events (kind, application_id, version, user_id, other_id)
    values ('held', new.id, new.version, coalesce(new.held_by, old.held_by), new.held_by);
  end if;
  return null;
end $$;
create trigger aid_applications_told after update on aid_applications
  for each row when (old.version <> new.version or old.held_by is distinct from new.held_by)
  execute function aid_applications_tell_staff();

create function request_presence_tell_staff() returns trigger language plpgsql as $$
begin
  insert into public.staff_events (kind, application_id, user_id)
  values ('presence', coalesce(new.application_id, old.application_id), coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger request_presence_came after insert or delete on request_presence
  for each row execute function request_presence_tell_staff();
create trigger request_presence_changed after update on request_presence
  for each row when (old.mode <> new.mode or old.since <> new.since) execute function request_presence_tell_staff();
