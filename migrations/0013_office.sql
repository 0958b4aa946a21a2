create table contact_messages (
  id uuid primary key,
  idempotency_key_hash bytea not null,
  first_name text not null check (char_length(first_name) <= 200),
  last_name text not null,
  email text not null check (char_length(email) <= 254),
  subject text not null check (char_length(subject) >= 1 and char_length(subject) <= 200),
  message text not null,
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  created_at timestamptz not null,
  privacy_version text check (privacy_version ~ '^\d{4}-\d{2}-\d{2}$'),
  -- A thread of the inbox may belong to a request: staff linked a message with it, or began the thread themselves. Then it is deleted
  -- with the request, not after the time of contact messages.
  origin text not null default 'contact' check (origin in ('contact', 'staff')),
  application_id uuid references aid_applications(id) on delete set null,
  -- The applicant whose page shows the thread: set only where they are the writer beyond doubt.
  user_id uuid references users(id),
  last_at timestamptz not null,
  -- The order of the inbox: unanswered first, then newest first.
  inbox_key bigint generated always as ((extract(epoch from (last_at at time zone 'UTC')) * 1000000::numeric)::bigint + (state <> 'answered')::integer * '100000000000000000'::bigint) stored not null,
  constraint contact_messages_written check (origin = 'staff' or char_length(first_name) >= 1
    and char_length(first_name) <= 100 and char_length(last_name) >= 1 and char_length(last_name) <= 100
    and char_length(message) >= 1 and char_length(message) <= 5000),
  constraint contact_messages_of_applicant check (
case
    when origin = 'staff' then user_id is not null
    and application_id is not null and message = ''
    else user_id is null
end),
  -- One press of the button: repeats find the same row.
  constraint contact_messages_idempotency_key_taken unique (idempotency_key_hash)
);
comment on table contact_messages is
'contact messages and messages about requests: name, email, subject, message, state, the version of the privacy notice shown,
  the request that one belongs to; the replies of both sides
why: to answer them
kept: {RETENTION_MESSAGES_DAYS} after the newest, then a job deletes them; those about a request, as long as the request
people: people who write to us; people who ask for aid
basis: interest
recipients: administrators, mail';
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_by_email on contact_messages (lower(email) text_pattern_ops);
alter index contact_messages_by_email alter column 1 set statistics 500;
create index contact_messages_by_name on contact_messages (lower(((first_name || ' ') || last_name)) text_pattern_ops);
alter index contact_messages_by_name alter column 1 set statistics 500;
create index contact_messages_by_last_name on contact_messages (lower(last_name) text_pattern_ops);
alter index contact_messages_by_last_name alter column 1 set statistics 500;
create unique index contact_messages_by_staff on contact_messages (application_id) where (origin = 'staff');
create index contact_messages_of_request on contact_messages (application_id) where (application_id is not null);
create index contact_messages_of_person on contact_messages (user_id) where (user_id is not null);
create index contact_messages_inbox on contact_messages (inbox_key desc, id desc);
create index contact_messages_by_state on contact_messages (state, inbox_key desc, id desc);

-- Who is invited to join the staff by mail, one row for each address. Two administrators decide it, as a proposal about the row.
create table staff_invitations (
  id uuid primary key,
  email text not null unique,
  -- Null until a second administrator has confirmed it. Only the hash of the mailed link is kept.
  token_hash bytea unique,
  expires_at timestamptz,
  roles text[] not null check (roles <> '{}'::text[] and roles <@ array['administrator', 'reviewer', 'finance', 'caller',
    'auditor']),
  created_at timestamptz not null,
  constraint staff_invitations_check check ((token_hash is null) = (expires_at is null))
);
comment on table staff_invitations is
'invitations to the staff: address and roles; the hash of the mailed link
why: to let people join whom two administrators have chosen
kept: until used or withdrawn, at most 30 days
people: administrators
basis: interest
recipients: administrators, mail';

-- Replies to contact messages. They are deleted with their message.
create table contact_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages(id) on delete cascade,
  user_id uuid references users(id),
  text text not null,
  created_at timestamptz not null,
  is_from_us boolean not null default true,
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'both', 'page')),
  key_hash bytea unique,
  -- Answers by mail: one from another address than the thread's is marked, and attachments are only counted.
  sender text check (char_length(sender) <= 254),
  left_out integer not null default 0 check (left_out >= 0),
  -- A reply of staff waits a minute, in which it can be undone. Then it is sent, by this mail and text message.
  -- End of the undo: before it neither the person's page nor a mail has the reply. Null once sent, and for their own letters.
  send_at timestamptz,
  -- Snapshot of the thread's state, for undo.
  state_before text check (state_before in ('new', 'read', 'answered')),
  told_at timestamptz,
  -- In the outboxes, which forget them after 30 and 7 days.
  mail_id uuid,
  text_id uuid,
  -- Whether the applicant wrote it beyond doubt: on their page, or from the proven address of their account, which their mail server
  -- vouches for. Null for what staff wrote.
  verified boolean,
  constraint contact_replies_ways check (is_from_us = (user_id is not null) and is_from_us = (key_hash is null)
    and (not is_from_us or channel <> 'page')),
  constraint contact_replies_received check (sender is null and left_out = 0 or channel = 'mail' and not is_from_us),
  constraint contact_replies_waiting check (send_at is null or is_from_us and told_at is null and state_before is not null),
  constraint contact_replies_verified check (is_from_us = (verified is null) and (verified is not true or sender is null)),
  constraint contact_replies_text_check check (char_length(text) >= 1 and char_length(text) <=
case
    when channel = 'mail'
    and not is_from_us then 524288
    else 5000
end)
);
comment on table contact_replies is 'see contact_messages';
create index contact_replies_of_message on contact_replies (message_id, created_at, id);
create index contact_replies_due on contact_replies (send_at) where (send_at is not null);

create function contact_replies_check_writer() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.contact_messages join public.users on users.id = contact_messages.user_id
     where contact_messages.id = new.message_id and (new.channel = 'page' or users.email_proven_at is not null)
  ) then
    raise exception 'a verified reply needs the page or the proven address of an applicant';
  end if;
  return new;
end $$;
create trigger contact_replies_check_writer before insert or update of verified on contact_replies for each row
  when (new.verified) execute function contact_replies_check_writer();

-- The morning mail of staff about what waits for them. Without a row they get it.
create table staff_digests (
  user_id uuid primary key references profiles(user_id) on delete cascade,
  wanted boolean not null default true,
  -- The last day, in Lagos, on which it was sent or had nothing to say.
  done_on date,
  late_wanted boolean not null default true,
  notices_when text not null default 'at_once' check (notices_when in ('at_once', 'hourly', 'never'))
);
comment on table staff_digests is
'which mails a member of staff wants, and the last day on which the morning mail was sent
why: to send each only to those who want it, and the morning mail once a day
kept: as long as the account
people: administrators
basis: interest
recipients: administrators';
