-- What a member of staff is still to be mailed about a request, and when they last were: at most once a quarter of an hour for each.
create table request_notices (
  user_id uuid not null references profiles (user_id) on delete cascade,
  application_id uuid not null references aid_applications (id) on delete cascade,
  -- In a note.
  mentioned boolean not null default false,
  -- By somebody else.
  assigned boolean not null default false,
  mailed_at timestamptz,
  primary key (user_id, application_id)
);
create index request_notices_unsent on request_notices (user_id) where mentioned or assigned;

alter table staff_digests add column notices_wanted boolean not null default true;
