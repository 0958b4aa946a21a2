-- Text messages on their way out: codes, which are worth nothing a few minutes later.

create table outgoing_text_messages (
  id uuid primary key,
  -- Digits only, with the country in front.
  recipient text not null check (recipient ~ '^[1-9][0-9]{6,14}$'),
  -- Encrypted, because it holds a code. Deleted when the message was handed over, or given up.
  text_sealed bytea,
  created_at timestamptz not null,
  -- From then on what it says is of no use, and nobody is asked to send it any more.
  expires_at timestamptz not null,
  -- Null: sent, or given up.
  next_try_at timestamptz,
  -- Until when a process may be sending it.
  claimed_until timestamptz,
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  -- A code, never a provider's words: those name numbers.
  last_error text check (char_length(last_error) <= 100),
  check (num_nonnulls(next_try_at, sent_at, failed_at) = 1),
  check ((next_try_at is null) = (text_sealed is null))
);
create index outgoing_text_messages_due on outgoing_text_messages (next_try_at) where next_try_at is not null;
create index outgoing_text_messages_done on outgoing_text_messages (coalesce(sent_at, failed_at)) where next_try_at is null;
