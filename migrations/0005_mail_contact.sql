-- Mail on its way out, and what people write on the contact page.

create table outgoing_mail (
  id uuid primary key,
  recipient text not null,
  reply_to text,
  -- What was written. Deleted when the mail was handed over: what is left says that, when and to whom.
  subject text,
  text text,
  html text,
  created_at timestamptz not null,
  -- Null: sent, or given up.
  next_try_at timestamptz,
  -- Until when a process may be sending it.
  claimed_until timestamptz,
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  -- A code, never a mail server's words: those name people.
  last_error text check (char_length(last_error) <= 100),
  check (num_nonnulls(next_try_at, sent_at, failed_at) = 1),
  check (sent_at is not null or (subject is not null and text is not null and html is not null))
);
create index outgoing_mail_due on outgoing_mail (next_try_at) where next_try_at is not null;
create index outgoing_mail_done on outgoing_mail (coalesce(sent_at, failed_at)) where next_try_at is null;

create table contact_messages (
  id uuid primary key,
  -- One press of the button: repeats find the same row.
  idempotency_key_hash bytea not null constraint contact_messages_idempotency_key_taken unique,
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  subject text not null check (char_length(subject) between 1 and 200),
  message text not null check (char_length(message) between 1 and 5000),
  state text not null default 'new' check (state = 'new'),
  created_at timestamptz not null
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
