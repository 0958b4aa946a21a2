-- Payments: an intent has attempts, each with its own reference, stored before the provider is asked. They know no purpose
-- but its name; donations and wallets hang on intents.

create table payment_intents (
  id uuid primary key,
  purpose text not null check (purpose in ('donation', 'top_up')),
  amount bigint not null check (amount between 100 and 1000000000),
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'needs_review', 'reversed')),
  -- One browser's one intent: repeats find the same row, and a different body is seen by its hash.
  idempotency_key_hash bytea not null constraint payment_intents_idempotency_key_taken unique,
  request_hash bytea not null,
  -- The provider's words, when it refused the payment outright.
  refusal text,
  -- What every attempt tells the provider: its e-mail template and its metadata.
  provider_email text not null,
  provider_metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz
);

create table payment_attempts (
  id uuid primary key,
  intent_id uuid not null references payment_intents (id),
  reference text not null unique check (reference ~ '^[a-z0-9-]{16,50}$'),
  -- opening: the provider is being asked. lost: its answer never came, so nobody holds the access code, but it is watched.
  status text not null check (status in ('opening', 'open', 'lost', 'refused', 'paid', 'failed', 'needs_review', 'reversed')),
  -- While an opening attempt may still get its answer.
  opening_until timestamptz,
  access_code text,
  -- The provider's last word, as it said it.
  provider_status text,
  provider_transaction_id bigint,
  amount_paid bigint check (amount_paid > 0),
  fees bigint check (fees >= 0),
  -- Given back so far. A chargeback can be undone again; each change counts, so that its transfer has a key of its own.
  amount_refunded bigint not null default 0 check (amount_refunded >= 0),
  amount_charged_back bigint not null default 0 check (amount_charged_back >= 0),
  reversals integer not null default 0,
  review_reason text,
  asked_at timestamptz,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  check (amount_refunded + amount_charged_back <= coalesce(amount_paid, 0))
);
create index payment_attempts_by_intent on payment_attempts (intent_id, created_at);
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
create index payment_attempts_watched on payment_attempts (created_at) where status in ('opening', 'open', 'lost');
create index payment_attempts_for_review on payment_attempts (updated_at) where status = 'needs_review';

create table webhook_events (
  id uuid primary key,
  event text not null,
  reference text,
  provider_id text,
  body_sha256 bytea not null constraint webhook_events_body_known unique,
  -- Encrypted, for 72 hours at most.
  body bytea,
  deliveries integer not null default 1,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text
);
create index webhook_events_unhandled on webhook_events (received_at) where handled_at is null;
create index webhook_events_with_body on webhook_events (received_at) where body is not null;

create table donations (
  id uuid primary key,
  intent_id uuid unique references payment_intents (id),
  amount bigint not null check (amount between 100 and 1000000000),
  -- What was given back of it.
  amount_reversed bigint not null default 0 check (amount_reversed between 0 and amount),
  status text not null default 'pending' check (status in ('pending', 'success', 'failed', 'reversed')),
  donation_type text not null check (donation_type in ('general', 'school', 'emergency', 'shelter', 'food', 'medical')),
  is_anonymous boolean not null default true,
  message text check (char_length(message) <= 500),
  customer_email text,
  transaction_reference text unique,
  -- SHA-256 of the receipt code, which itself is kept nowhere.
  receipt_code_hash bytea not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  check ((status = 'success') <= (paid_at is not null))
);
create index donations_newest on donations (created_at desc, id desc);
