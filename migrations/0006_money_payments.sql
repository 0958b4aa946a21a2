create table payment_intents (
  id uuid primary key,
  purpose text not null check (purpose in ('donation', 'top_up', 'unexpected')),
  amount bigint not null,
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'needs_review', 'reversed')),
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  -- The provider's words, when it refused the payment outright.
  refusal text,
  -- Sent to the provider with every attempt.
  provider_email text not null,
  provider_metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  constraint payment_intents_amount_check check (amount >= 100 and amount <= 1000000000 or purpose = 'unexpected' and amount > 0),
  -- One browser's one intent: repeats find the same row, and a different body is seen by its hash.
  constraint payment_intents_idempotency_key_taken unique (idempotency_key_hash)
);
comment on table payment_intents is
'payment intents and attempts: references, the provider''s ids and amounts
why: to settle and to prove
kept: permanently. A top-up''s contains the person''s own email address until the account is closed
people: donors; account holders
basis: contract, legal
recipients: administrators, payments';

create table payment_attempts (
  id uuid primary key,
  intent_id uuid not null references payment_intents(id),
  reference text not null unique check (reference ~ '^[a-z0-9-]+$' and char_length(reference) >= 16
    and char_length(reference) <= 50),
  -- opening: the provider is being asked. lost: its answer never came, so nobody holds the access code, but it is watched.
  status text not null check (status in ('opening', 'open', 'lost', 'refused', 'paid', 'failed', 'needs_review', 'reversed',
    'returned')),
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
  -- When the provider last answered about an attempt. A question that is newer than this is still under way, or met silence.
  answered_at timestamptz,
  -- The part of the payment that is in suspense. The sum of all is the balance of suspense.
  amount_suspended bigint not null default 0 check (amount_suspended >= 0),
  constraint payment_attempts_check check ((amount_refunded + amount_charged_back) <= coalesce(amount_paid, 0::bigint))
);
comment on table payment_attempts is 'see payment_intents';
create index payment_attempts_by_intent on payment_attempts (intent_id, created_at);
create index payment_attempts_due on payment_attempts (next_check_at) where (next_check_at is not null);
create index payment_attempts_watched on payment_attempts (created_at) where (status in ('opening', 'open', 'lost'));
-- Payments whose fees the provider did not know yet: the check of the books looks for them each minute.
create index payment_attempts_without_fees on payment_attempts (paid_at) where ((amount_paid is not null) and (fees is null));
create index payment_attempts_for_review on payment_attempts (updated_at) where ((status = 'needs_review')
  or (amount_suspended > 0));
-- The lists of refunds and disputes, and the match with the provider, name payments by the provider's own id.
create index payment_attempts_by_transaction on payment_attempts (provider_transaction_id)
  where (provider_transaction_id is not null);

create table webhook_events (
  id uuid primary key,
  event text not null,
  reference text,
  provider_id text,
  body_sha256 bytea not null,
  -- Encrypted, for 72 hours at most.
  body bytea,
  deliveries integer not null default 1,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  constraint webhook_events_body_known unique (body_sha256)
);
comment on table webhook_events is
'webhook events: kind, reference, provider''s id, SHA-256
why: to handle each once, to explain later
kept: permanently; the body, encrypted, 72 hours
people: donors; account holders
basis: legal, interest';
create index webhook_events_unhandled on webhook_events (received_at) where (handled_at is null);
create index webhook_events_with_body on webhook_events (received_at) where (body is not null);

create table donations (
  id uuid primary key,
  intent_id uuid unique references payment_intents(id),
  amount bigint not null check (amount >= 100 and amount <= 1000000000),
  -- Refunds and chargebacks, in kobo.
  amount_reversed bigint not null default 0,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed', 'reversed')),
  donation_type text not null references funds(name),
  is_anonymous boolean not null default true,
  message text check (char_length(message) <= 500),
  customer_email text,
  transaction_reference text unique,
  -- SHA-256 of the receipt code, which itself is kept nowhere.
  receipt_code_hash bytea not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  -- How often the receipt of a gift was mailed: a code must not be a way to fill a stranger's inbox.
  receipt_mails smallint not null default 0 check (receipt_mails >= 0 and receipt_mails <= 3),
  constraint donations_check check (amount_reversed >= 0 and amount_reversed <= amount),
  constraint donations_check1 check ((status = 'success') <= (paid_at is not null))
);
alter table donations alter column transaction_reference set statistics 500;
comment on table donations is
'donation: amount, fund, message, state, times, email alias
why: the purpose itself; bookkeeping
kept: permanently: it is an accounting record. It names no one, unless the donor wrote a name in the message
people: donors
basis: contract, legal
recipients: administrators, payments';
create index donations_newest on donations (created_at desc, id desc);
-- An index for each filter of the gifts, in the order in which its rows are read.
create index donations_by_status on donations (status, created_at desc, id desc);
create index donations_by_type on donations (donation_type, created_at desc, id desc);
create index donations_by_type_and_status on donations (donation_type, status, created_at desc, id desc);
-- Finds the gifts of a day from the index alone.
create index donations_by_day on donations (paid_at) include (amount, amount_reversed) where (status = 'success');
-- Searched by how they begin.
create index donations_by_reference on donations (transaction_reference text_pattern_ops) include (status, donation_type,
  created_at, id);
create index donations_given_back on donations (id) where (amount_reversed > 0);

create table wallets (
  id uuid primary key,
  user_id uuid not null references users(id),
  account_id bigint not null unique references ledger_accounts(id),
  -- Start of a loss: no top-ups and no gifts until it is settled.
  frozen_at timestamptz,
  -- The person closed the account. What arrives later goes to suspense.
  closed_at timestamptz,
  created_at timestamptz not null,
  constraint wallets_user_taken unique (user_id)
);
comment on table wallets is
'wallets and their transactions: amount, kind, state, times, reference
why: to show them to their owner; bookkeeping
kept: permanently. A gift from a wallet and its donation do not point to each other
people: account holders
basis: contract, legal
recipients: administrators';
create index wallets_frozen on wallets (frozen_at) where (frozen_at is not null);

-- History stays: a wallet keeps its owner and its account, and a completed transaction everything but what
-- was given back of it. Nothing is removed.
create function wallets_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.account_id) is distinct from (old.id, old.user_id, old.account_id) then
    raise exception 'a wallet keeps its owner and its account' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger wallets_fixed before update on wallets for each row execute function wallets_guard();
create trigger wallets_kept before delete on wallets for each row execute function ledger_refuse_change();
create trigger wallets_no_truncate before truncate on wallets for each statement execute function ledger_refuse_change();

create table wallet_transactions (
  id uuid primary key,
  wallet_id uuid not null references wallets(id),
  kind text not null check (kind in ('top_up', 'gift', 'refund', 'chargeback', 'reinstatement')),
  -- A credit adds to the balance, a debit takes from it.
  type text not null check (type in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  description text not null check (char_length(description) <= 200),
  reference text not null unique check (reference ~ '^[a-z0-9-]+$' and char_length(reference) >= 16
    and char_length(reference) <= 50),
  status text not null check (status in ('pending', 'completed', 'failed')),
  -- The reference under which the provider was paid.
  paystack_reference text unique,
  -- A top-up's payment.
  intent_id uuid unique references payment_intents(id),
  -- For a top-up: the sum that was reversed, and the part of it that the wallet no longer held.
  amount_reversed bigint not null default 0,
  amount_lost bigint not null default 0,
  -- The top-up that a refund, a chargeback or its undoing belongs to.
  top_up_id uuid references wallet_transactions(id),
  -- For a gift: repeats find the same row, and the hash shows a different request.
  idempotency_key_hash bytea,
  request_hash bytea,
  created_at timestamptz not null,
  -- When the balance moved.
  completed_at timestamptz,
  -- For a top-up: the parts that the organisation covered and that its owner repaid. If a covered amount comes back in the end, it belongs to
  -- the organisation.
  amount_covered bigint not null default 0,
  amount_repaid bigint not null default 0 check (amount_repaid >= 0),
  -- When its owner canceled a top-up that was not paid. It reads failed, and a late success still completes it.
  canceled_at timestamptz,
  constraint wallet_transactions_check check (amount_reversed >= 0 and amount_reversed <= amount),
  constraint wallet_transactions_check1 check (amount_lost >= 0 and amount_lost <= amount_reversed),
  constraint wallet_transactions_check2 check ((type = 'credit') = (kind in ('top_up', 'reinstatement'))),
  constraint wallet_transactions_check3 check ((status = 'completed') = (completed_at is not null)),
  constraint wallet_transactions_check4 check ((kind = 'top_up') = (intent_id is not null)),
  constraint wallet_transactions_check5 check (paystack_reference is not null or kind <> 'top_up' or status <> 'completed'),
  constraint wallet_transactions_check6 check ((kind = 'gift') = (idempotency_key_hash is not null and request_hash is not null)),
  constraint wallet_transactions_check7 check ((kind in ('refund', 'chargeback', 'reinstatement')) = (top_up_id is not null)),
  constraint wallet_transactions_amount_covered_check check (amount_covered >= 0
    and amount_covered <= (amount_reversed - amount_lost)),
  constraint wallet_transactions_only_top_ups_are_canceled check (canceled_at is null or kind = 'top_up'),
  constraint wallet_transactions_idempotency_key_taken unique (wallet_id, idempotency_key_hash)
);
alter table wallet_transactions alter column reference set statistics 500;
comment on table wallet_transactions is 'see wallets';
create index wallet_transactions_newest on wallet_transactions (wallet_id, created_at desc, id desc);
create index wallet_transactions_completed on wallet_transactions (wallet_id, completed_at, id) where (status = 'completed');
create index wallet_transactions_pending on wallet_transactions (wallet_id, created_at) where (status = 'pending');
create index wallet_transactions_lost on wallet_transactions (wallet_id) where (amount_lost > 0);
create index wallet_transactions_of_top_up on wallet_transactions (top_up_id) where (top_up_id is not null);
create index wallet_transactions_all on wallet_transactions (created_at desc, id desc);
create index wallet_transactions_by_status on wallet_transactions (status, created_at desc, id desc);
create index wallet_transactions_by_type on wallet_transactions (type, created_at desc, id desc);
create index wallet_transactions_by_reference on wallet_transactions (reference text_pattern_ops) include (status, type,
  created_at, id);
create index wallet_transactions_paid_otherwise on wallet_transactions (nullif(paystack_reference, reference) text_pattern_ops);

-- A top-up whose payment came with another amount is settled with what came: until its balance moves, a transaction may change its
-- amount. From then on it keeps what it moved.
create function wallet_transactions_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.wallet_id, new.kind, new.type) is distinct from (old.id, old.wallet_id, old.kind, old.type)
     or (old.status = 'completed'
         and (new.amount, new.status, new.reference, new.paystack_reference, new.completed_at)
             is distinct from (old.amount, old.status, old.reference, old.paystack_reference, old.completed_at)) then
    raise exception 'a wallet transaction keeps what it moved' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger wallet_transactions_fixed before update on wallet_transactions for each row
  execute function wallet_transactions_guard();
create trigger wallet_transactions_kept before delete on wallet_transactions for each row execute function ledger_refuse_change();
create trigger wallet_transactions_no_truncate before truncate on wallet_transactions for each statement
  execute function ledger_refuse_change();

-- A proposed settlement of a loss: a loss that has changed since is not settled.
create table loss_settlements (
  -- No foreign key: truncating proposals must be refused by their own trigger.
  proposal_id uuid primary key,
  wallet_id uuid not null references wallets(id),
  -- cover: by the organisation. repaid: by the person.
  choice text not null check (choice in ('cover', 'repaid')),
  -- The whole loss of the wallet, in kobo.
  amount bigint not null check (amount > 0),
  -- Null until a second administrator has confirmed it.
  booked_at timestamptz
);
comment on table loss_settlements is 'see wallets';
create index loss_settlements_of_wallet on loss_settlements (wallet_id);

-- A settlement is booked once, and stays as it was proposed.
create function loss_settlements_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.booked_at is null and (new.proposal_id, new.wallet_id, new.choice, new.amount)
       is not distinct from (old.proposal_id, old.wallet_id, old.choice, old.amount) then
      return new;
    end if;
  end if;
  raise exception 'a settled loss stays as it was: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger loss_settlements_fixed before delete or update on loss_settlements for each row
  execute function loss_settlements_guard();
create trigger loss_settlements_no_truncate before truncate on loss_settlements for each statement
  execute function ledger_refuse_change();

-- The disputes about our payments, as the provider last listed them (server/money/payments/disputes.ts).
create table disputes (
  -- The provider's.
  id text primary key,
  attempt_id uuid not null references payment_attempts(id),
  status text not null,
  resolution text,
  category text,
  -- The disputed amount, in kobo. Null: the whole payment.
  amount bigint,
  -- Without an answer until then, the provider accepts it for us. Null where the provider does not say.
  due_at timestamptz,
  opened_at timestamptz,
  read_at timestamptz not null
);
comment on table disputes is 'see payment_intents';
create index disputes_of_attempt on disputes (attempt_id);
create index disputes_open on disputes (due_at) where (status not in ('resolved', 'archived'));
