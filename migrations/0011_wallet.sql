-- Wallets: whose they are, and what moved them. The balance itself is the ledger's (migration 0002): one row that only a
-- transfer can change, and that never goes below zero.

create table wallets (
  id uuid primary key,
  user_id uuid not null constraint wallets_user_taken unique references users (id),
  account_id bigint not null unique references ledger_accounts (id),
  -- Since when money is missing that was taken back from a top-up: no top-ups and no gifts until it is settled.
  frozen_at timestamptz,
  -- The person closed the account. What arrives later goes to suspense.
  closed_at timestamptz,
  created_at timestamptz not null
);
create index wallets_frozen on wallets (frozen_at) where frozen_at is not null;

create table wallet_transactions (
  id uuid primary key,
  wallet_id uuid not null references wallets (id),
  kind text not null check (kind in ('top_up', 'gift', 'refund', 'chargeback', 'reinstatement')),
  -- What a person sees of it: a credit adds to the balance, a debit takes from it.
  type text not null check (type in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  description text not null check (char_length(description) <= 200),
  reference text not null unique check (reference ~ '^[a-z0-9-]{16,50}$'),
  status text not null check (status in ('pending', 'completed', 'failed')),
  -- The reference under which the provider was paid.
  paystack_reference text unique,
  -- A top-up's payment.
  intent_id uuid unique references payment_intents (id),
  -- Of a top-up: what was given back of it in all, and how much of that the wallet no longer held.
  amount_reversed bigint not null default 0 check (amount_reversed between 0 and amount),
  amount_lost bigint not null default 0 check (amount_lost between 0 and amount_reversed),
  -- The top-up that a refund, a chargeback or its undoing belongs to.
  top_up_id uuid references wallet_transactions (id),
  -- Of a gift: repeats find the same row, and a different request is seen by its hash.
  idempotency_key_hash bytea,
  request_hash bytea,
  created_at timestamptz not null,
  -- When the balance moved.
  completed_at timestamptz,
  constraint wallet_transactions_idempotency_key_taken unique (wallet_id, idempotency_key_hash),
  check ((type = 'credit') = (kind in ('top_up', 'reinstatement'))),
  check ((status = 'completed') = (completed_at is not null)),
  check ((kind = 'top_up') = (intent_id is not null)),
  check (paystack_reference is not null or kind <> 'top_up' or status <> 'completed'),
  check ((kind = 'gift') = (idempotency_key_hash is not null and request_hash is not null)),
  check ((kind in ('refund', 'chargeback', 'reinstatement')) = (top_up_id is not null))
);
create index wallet_transactions_newest on wallet_transactions (wallet_id, created_at desc, id desc);
create index wallet_transactions_completed on wallet_transactions (wallet_id, completed_at, id) where status = 'completed';
create index wallet_transactions_pending on wallet_transactions (wallet_id, created_at) where status = 'pending';
create index wallet_transactions_lost on wallet_transactions (wallet_id) where amount_lost > 0;
create index wallet_transactions_of_top_up on wallet_transactions (top_up_id) where top_up_id is not null;

-- What happened stays as it happened: a wallet keeps its owner and its account, and a completed transaction everything but what
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

create function wallet_transactions_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.wallet_id, new.kind, new.type, new.amount) is distinct from (old.id, old.wallet_id, old.kind, old.type, old.amount)
     or (old.status = 'completed'
         and (new.status, new.reference, new.paystack_reference, new.completed_at)
             is distinct from (old.status, old.reference, old.paystack_reference, old.completed_at)) then
    raise exception 'a wallet transaction keeps what it moved' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger wallet_transactions_fixed before update on wallet_transactions
  for each row execute function wallet_transactions_guard();
create trigger wallet_transactions_kept before delete on wallet_transactions
  for each row execute function ledger_refuse_change();
create trigger wallet_transactions_no_truncate before truncate on wallet_transactions
  for each statement execute function ledger_refuse_change();

-- The e-mail address that the provider gets is a template now: where it says {reference}, the attempt's reference stands.
update payment_intents set provider_email = replace(provider_email, '@', '+{reference}@');
