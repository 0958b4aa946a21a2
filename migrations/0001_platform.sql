create table instance (
  one boolean default true primary key check (one),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  created_at timestamptz not null
);
comment on table instance is
'no personal data
why: to run
kept: permanently
elsewhere: and the sandbox''s own `sandbox_…`';

create table jobs (
  name text primary key,
  next_run_at timestamptz not null,
  claimed_until timestamptz,
  last_succeeded_at timestamptz,
  last_error text,
  -- How far a job that works its way forward has come.
  watermark timestamptz,
  -- Progress through a list of the provider that one run does not finish (server/money/payments/lists.ts).
  progress jsonb,
  -- How often a job has failed since it last succeeded: it runs again after 1, 2, 4 minutes and so on, at most 30.
  failures integer not null default 0 check (failures >= 0)
);
comment on table jobs is 'see instance';

-- Unlogged: after a crash the counts start anew, which costs nothing, and gifts do not wait for them to reach the disk.
create unlogged table rate_limits (
  name text,
  -- A keyed hash of the client's address, never the address.
  client bytea,
  window_start timestamptz,
  requests integer not null,
  primary key (name, client, window_start)
);
comment on table rate_limits is
'rate limits: a keyed hash of the network address, with the account for wrong passwords and codes
why: to prevent abuse
kept: two hours
people: visitors
basis: interest';
create index rate_limits_by_window on rate_limits (window_start);

create table outgoing_mail (
  id uuid primary key,
  recipient text not null,
  reply_to text,
  -- The letter. Deleted once the mail server has taken it; the row still shows to whom it went, and when.
  subject text,
  text text,
  html text,
  created_at timestamptz not null,
  -- Null: sent, or given up.
  next_try_at timestamptz,
  -- Lease of the process that sends it.
  claimed_until timestamptz,
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  -- A code, never a mail server's words: those name people.
  last_error text check (char_length(last_error) <= 100),
  -- A donor may have the receipt mailed to an address that we do not keep: its row leaves the outbox with the mail, sent or not.
  kept boolean not null default true,
  constraint outgoing_mail_check check (num_nonnulls(next_try_at, sent_at, failed_at) = 1),
  constraint outgoing_mail_check1 check (sent_at is not null or subject is not null and text is not null and html is not null)
);
comment on table outgoing_mail is
'outgoing mail
why: to send it, with retries
kept: the text is deleted when it is sent; the row, after 30 days, or at once if it holds a receipt
people: account holders; people who write to us; donors
basis: contract
recipients: mail';
create index outgoing_mail_due on outgoing_mail (next_try_at) where (next_try_at is not null);
create index outgoing_mail_done on outgoing_mail (coalesce(sent_at, failed_at)) where (next_try_at is null);

create table outgoing_text_messages (
  id uuid primary key,
  -- Digits only, with the country in front.
  recipient text not null check (recipient ~ '^[1-9][0-9]{6,14}$'),
  -- Encrypted, because it holds a code. Deleted when the message was handed over, or given up.
  text_sealed bytea,
  created_at timestamptz not null,
  -- Expiry: it is not sent afterwards.
  expires_at timestamptz not null,
  -- Null: sent, or given up.
  next_try_at timestamptz,
  -- Lease of the process that sends it.
  claimed_until timestamptz,
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  -- A code, never a provider's words: those name numbers.
  last_error text check (char_length(last_error) <= 100),
  constraint outgoing_text_messages_check check (num_nonnulls(next_try_at, sent_at, failed_at) = 1),
  constraint outgoing_text_messages_check1 check ((next_try_at is null) = (text_sealed is null))
);
comment on table outgoing_text_messages is
'outgoing text messages: number, encrypted text
why: to send a code, of a second step or of a slip, or to say that a message is on the page
kept: the text until it is sent or expires, at most five minutes for a second step and a day for a slip; the row, a week
people: account holders; people who ask for aid
basis: contract
recipients: texts';
create index outgoing_text_messages_due on outgoing_text_messages (next_try_at) where (next_try_at is not null);
create index outgoing_text_messages_done on outgoing_text_messages (coalesce(sent_at, failed_at)) where (next_try_at is null);

create table data_keys (
  -- Whom the data is about. Deleted when the account is closed, so that nothing encrypted with it can be read again.
  user_id uuid primary key,
  -- Encrypted with a key derived from SECRET_KEY.
  wrapped bytea not null,
  created_at timestamptz not null
);
comment on table data_keys is
'data keys: one for each person, wrapped by a key derived from `SECRET_KEY`
why: to encrypt documents and notes
kept: until the account is closed, which makes all copies unreadable, except where an old backup has the key
people: account holders
basis: contract, legal';

-- Addresses whose reader answered 'this is not me': no mail is sent there. A hash of the address in lower
-- case: the list names nobody.
create table stopped_addresses (
  address_hash bytea primary key,
  stopped_at timestamptz not null,
  keyed boolean not null default false
);
comment on table stopped_addresses is
'addresses whose readers said "this is not me": a keyed hash
why: to send nothing there
kept: until the reader undoes it with the other link of the mail
people: people whose address another person used
basis: interest';

-- Has a row only within the transaction of a restore, which judges nothing: an act that was right stays right, whatever ties people have
-- had since.
create table restoring (
  one boolean default true primary key check (one)
);
comment on table restoring is 'see instance';

create function restoring_guard() returns trigger language plpgsql as $$
begin
  if exists (select from aid_applications) or exists (select from awards) then
    raise exception 'only an empty database is restored' using errcode = 'TK001';
  end if;
  return null;
end $$;
create trigger restoring_empty before insert on restoring for each statement execute function restoring_guard();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'TK001';
end $$;

comment on table schema_migrations is 'see instance';
