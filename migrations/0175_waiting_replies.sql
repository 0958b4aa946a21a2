-- What staff write to a person waits a minute, in which it can be taken back. Then it is told, and this says by which mail and text message.
alter table contact_replies
  -- Until then it can be taken back, and neither the person's page nor a mail has it. Null once it was told, and for what they wrote.
  add column send_at timestamptz,
  -- What the state of its thread was, for taking it back.
  add column state_before text check (state_before in ('new', 'read', 'answered')),
  add column told_at timestamptz,
  -- In the outboxes, which forget them after 30 and 7 days.
  add column mail_id uuid,
  add column text_id uuid,
  add constraint contact_replies_waiting check (send_at is null or is_from_us and told_at is null and state_before is not null);
create index contact_replies_due on contact_replies (send_at) where send_at is not null;

-- The letters that waited with a decision or a request for papers, and left: staff see what became of their mail.
create table request_letters (
  -- That of the letter while it waited.
  id uuid primary key,
  application_id uuid not null references aid_applications (id) on delete cascade,
  step_id uuid,
  paper_request_id uuid,
  -- Null: there is none, because the account has no address, or mail to it was stopped.
  mail_id uuid,
  told_at timestamptz not null
);
create index request_letters_of_request on request_letters (application_id);

-- The mail that is held for a day, for all letters that it will stand for.
alter table request_addresses add column held_mail_id uuid;
create index request_addresses_of_held_mail on request_addresses (held_mail_id) where held_mail_id is not null;
