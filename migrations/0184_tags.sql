-- Short labels that staff put on requests. Applicants never see them.

-- A tag is there as long as a request has it; a job deletes it some time after the last one.
create table tags (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 40),
  made_by uuid not null references users (id),
  created_at timestamptz not null
);
create unique index tags_by_name on tags (lower(name));

create table request_tags (
  application_id uuid not null references aid_applications (id),
  tag_id uuid not null references tags (id),
  tagged_by uuid not null references users (id),
  tagged_at timestamptz not null,
  -- Those of the request: the list of one tag is read in its order from an index of this table.
  created_at timestamptz not null,
  due_at timestamptz,
  primary key (application_id, tag_id)
);
create index request_tags_by_age on request_tags (tag_id, created_at, application_id);
create index request_tags_by_due on request_tags (tag_id, due_at, application_id) where due_at is not null;

create function aid_applications_keep_tags_due() returns trigger language plpgsql as $$
begin
  update public.request_tags set due_at = new.due_at where application_id = new.id;
  return null;
end $$;
create trigger aid_applications_tags_due after update on aid_applications
  for each row when (old.due_at is distinct from new.due_at) execute function aid_applications_keep_tags_due();

-- What was set or removed. The name is words of staff about a person, so it is erased with the request.
alter table request_acts drop constraint request_acts_act_check;
alter table request_acts
  add column tag text check (char_length(tag) between 1 and 40),
  add constraint request_acts_act_check check (
    act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'unread', 'tagged', 'untagged', 'taken_back', 'reached',
            'not_reached', 'printed')
  );
