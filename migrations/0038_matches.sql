-- The match with the payment provider (server/matching): each run, and what it found that is on one side only.
create table matches (
  id uuid primary key,
  -- requested: an administrator asked for it, and the job has not started it yet.
  state text not null check (state in ('requested', 'running', 'complete', 'failed')),
  created_at timestamptz not null,
  -- Null for the nightly match.
  requested_by uuid references users (id),
  started_at timestamptz,
  finished_at timestamptz,
  -- Payments created since then were compared.
  compared_from timestamptz,
  payments integer not null default 0,
  settlements integer not null default 0,
  -- What the ledger says that the provider holds, and what the provider says. Kobo.
  held bigint,
  provider_balance bigint
);
create unique index matches_one_waiting on matches (state) where state = 'requested';
create index matches_newest on matches (created_at desc);

create table match_differences (
  id uuid primary key,
  kind text not null check (kind in ('payment', 'given_back', 'settlement', 'settlement_total', 'settled_twice', 'not_settled', 'balance')),
  -- The reference of a payment, the id of a settlement, or NGN for the balance.
  subject text not null,
  -- What each side says, in kobo, from where we stand: money that comes to us is above zero.
  ledger bigint not null,
  provider bigint not null,
  -- When it happened, which may be long before it was found.
  occurred_at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- gone: a later match found both sides equal. closed: two administrators explained it.
  state text not null check (state in ('open', 'gone', 'closed')),
  ended_at timestamptz,
  check (ledger <> provider),
  check ((state = 'open') = (ended_at is null))
);
create unique index match_differences_one_open on match_differences (kind, subject) where state = 'open';
create index match_differences_closed on match_differences (kind, subject) where state = 'closed';

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing'));
