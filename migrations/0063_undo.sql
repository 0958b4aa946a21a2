-- The letter about a change of a request waits a minute, and in that time the change can be taken back, so that nobody is told.

create table waiting_letters (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  news text not null check (news ~ '^[a-z_]+$'),
  created_at timestamptz not null,
  send_at timestamptz not null,
  -- Who made the change, and the version that it made: only that one can be taken back.
  user_id uuid not null references users (id),
  version integer not null,
  -- The step in the history, or the request for papers, that is taken back with it.
  step_id uuid,
  paper_request_id uuid references paper_requests (id) on delete set null,
  -- What the row had before: status, times and places in the queue, no words.
  before jsonb not null
);
create index waiting_letters_due on waiting_letters (send_at, id);
create index waiting_letters_of_application on waiting_letters (application_id, version);

-- A step that takes another one back. Applicants see neither.
alter table application_events add column takes_back uuid references application_events (id);
create unique index application_events_taken_back_once on application_events (takes_back) where takes_back is not null;
alter table paper_requests add column taken_back_at timestamptz;
alter table paper_requests add constraint paper_requests_taken_back_closed check (taken_back_at is null or closed_at is not null);

alter table request_acts drop constraint request_acts_act_check;
alter table request_acts add constraint request_acts_act_check
  check (act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'taken_back'));
