-- Applicants correct an undecided request, add papers to it, and ask for a call (decision 0078).
-- How often it was corrected: the version of its words, which an applicant compares.
alter table aid_applications add column corrections integer not null default 0;

create table applicant_acts (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  act text not null check (act in ('corrected', 'papers_added', 'call_asked')),
  created_at timestamptz not null,
  -- The corrected fields, as they were and as they are since. Amounts in kobo, as text.
  before jsonb,
  after jsonb,
  -- Comes with added papers.
  message text check (char_length(message) between 1 and 2000),
  -- When someone spoke with the applicant, or the number was not theirs.
  ended_at timestamptz,
  constraint applicant_acts_corrected check ((act = 'corrected') = (before is not null) and (before is null) = (after is null)),
  constraint applicant_acts_message check (message is null or act = 'papers_added'),
  constraint applicant_acts_ended check (ended_at is null or act = 'call_asked' and ended_at >= created_at)
);
comment on table applicant_acts is
'what applicants did with their requests after sending them: what they corrected, as it was and as it is since, papers added with a
  message, calls that they asked for
why: so that those who decide see what changed, and call back
kept: as long as the request
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators';
create index applicant_acts_of_application on applicant_acts (application_id, created_at, id);
create unique index applicant_acts_one_call on applicant_acts (application_id) where (act = 'call_asked' and ended_at is null);

-- The papers that came with an act.
alter table application_documents add column act_id uuid references applicant_acts(id);

-- A recorded call ends the one that was asked for; without an answer, it is still owed.
create function end_asked_call() returns trigger language plpgsql as $$
begin
  update public.applicant_acts set ended_at = new.created_at
   where application_id = new.application_id and act = 'call_asked' and ended_at is null and created_at <= new.created_at;
  return null;
end $$;
create trigger request_acts_end_call after insert on request_acts for each row
  when (new.act in ('reached', 'wrong_person')) execute function end_asked_call();
