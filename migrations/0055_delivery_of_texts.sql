-- Providers report what became of a text message, and a letter about a request that did not arrive becomes a call (decision 0082).
alter table outgoing_text_messages
  -- The provider's id, as text: it is larger than a number of JSON. Not unique: providers repeat it.
  add column provider_id text check (char_length(provider_id) <= 100),
  add column delivered_at timestamptz,
  -- Kept when a delivery follows after all: the later of the two counts.
  add column undelivered_at timestamptz,
  -- The provider's word in its last report that counted, as it came.
  add column report text check (char_length(report) <= 100);
comment on table outgoing_text_messages is
'outgoing text messages: number, encrypted text, the provider''s id and reports of delivery
why: to send a code, of a sign-in, a second step or a slip, or to say that a message is on the page; to call people whom a text did not reach
kept: the text until it is sent or expires, at most ten minutes for a code and three days for other messages; the row, a week
people: account holders; people who ask for aid
basis: contract
recipients: texts';

-- Every letter about a request is recorded, not only that of a decision. Null: of before. `code`: the text with the code of a slip.
alter table request_letters add column news text;
-- When a job saw that it did not arrive, and owed the call.
alter table request_letters add column failed_at timestamptz;
create index request_letters_by_text on request_letters (text_id) where (text_id is not null and failed_at is null);
create index request_letters_by_mail on request_letters (mail_id) where (mail_id is not null and text_id is null and failed_at is null);

create table owed_calls (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  reason text not null check (reason in ('letter_failed')),
  created_at timestamptz not null,
  -- When someone spoke with the applicant, the number was not theirs, or a later letter was delivered.
  ended_at timestamptz,
  constraint owed_calls_ended check (ended_at >= created_at)
);
comment on table owed_calls is
'calls owed to applicants: about which request, why, since when and until when
why: so that people whom a letter did not reach hear of it by telephone
kept: as long as the request
people: people who ask for aid
basis: contract
recipients: administrators';
create unique index owed_calls_one on owed_calls (application_id, reason) where (ended_at is null);

-- A recorded call ends every call that is owed about the request; without an answer, it is still owed.
create or replace function end_asked_call() returns trigger language plpgsql as $$
begin
  update public.applicant_acts set ended_at = new.created_at
   where application_id = new.application_id and act = 'call_asked' and ended_at is null and created_at <= new.created_at;
  update public.owed_calls set ended_at = new.created_at
   where application_id = new.application_id and ended_at is null and created_at <= new.created_at;
  return null;
end $$;
