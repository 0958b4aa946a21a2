-- Providers report what became of a text message, a letter about a request that did not arrive becomes a call, and recipients answer by text
-- (decision 0082).
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
  reason text not null check (reason in ('letter_failed', 'text_reply')),
  created_at timestamptz not null,
  -- When someone spoke with the applicant, the number was not theirs, or a later letter was delivered.
  ended_at timestamptz,
  -- The payout that a text is about: who had it in their hands does not make the call.
  disbursement_id uuid references disbursements(id),
  -- The newest of what they texted.
  words text check (char_length(words) <= 160),
  constraint owed_calls_reply check ((reason = 'text_reply') = (disbursement_id is not null) and (words is null or reason = 'text_reply')),
  constraint owed_calls_ended check (ended_at >= created_at)
);
comment on table owed_calls is
'calls owed to applicants: about which request or payout, why, since when and until when, and what they texted
why: so that people whom a letter did not reach, or whose text was not understood, are called
kept: as long as the request
people: people who ask for aid
basis: contract
recipients: administrators';
create unique index owed_calls_one on owed_calls (application_id, reason) where (ended_at is null);

-- Texts of recipients about payouts, without their words.
create table text_replies (
  id uuid primary key,
  -- The provider's id: it delivers a text more than once.
  provider_id text not null unique check (char_length(provider_id) <= 100),
  disbursement_id uuid not null references disbursements(id),
  -- Null: not understood.
  answer text check (answer in ('all', 'part', 'none')),
  counted boolean not null default false,
  -- Whether we texted how to answer, once for each payout.
  helped boolean not null default false,
  created_at timestamptz not null,
  constraint text_replies_counted check (not counted or answer is not null)
);
create index text_replies_of_disbursement on text_replies (disbursement_id, created_at);
comment on table text_replies is
'texts of recipients about a payout: the provider''s id, the answer, whether it counted, when
why: to handle each once, and to stop guesses of the code
kept: permanently, with the payout that it is about: it names no one
people: people who ask for aid
basis: contract
recipients: administrators, texts';

alter table confirmations drop constraint confirmations_how_check;
alter table confirmations add constraint confirmations_how_check
  check (how in ('self', 'counter', 'assisted', 'text', 'call', 'witnessed')) not valid;
alter table confirmations validate constraint confirmations_how_check;

-- Apart from those who confirmed on their own page or with a slip: whoever holds the telephone can text.
alter table published_rows add column confirmed_by_text int not null default 0 check (confirmed_by_text >= 0);

-- A recorded call ends every call that is owed about the request, but not that of a payout through the caller's own hands;
-- without an answer, it is still owed.
create or replace function end_asked_call() returns trigger language plpgsql as $$
begin
  update public.applicant_acts set ended_at = new.created_at
   where application_id = new.application_id and act = 'call_asked' and ended_at is null and created_at <= new.created_at;
  update public.owed_calls set ended_at = new.created_at
   where application_id = new.application_id and ended_at is null and created_at <= new.created_at
     and not exists (select from public.disbursements where id = disbursement_id and new.user_id = any (public.hands_of(disbursements)));
  return null;
end $$;
