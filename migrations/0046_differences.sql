-- One table for everything that differs: the ledger from the payment provider (server/matching), and the books from themselves
-- (server/reports). It takes the place of match_differences.
create table differences (
  id uuid primary key,
  -- books: two sums or rows of ours that contradict each other. fee: a fee that the provider has not told. All others: the match.
  kind text not null check (kind in (
    'payment', 'given_back', 'settlement', 'settlement_total', 'settled_twice', 'not_settled', 'balance', 'books', 'fee')),
  -- The reference of a payment, the id of a settlement, NGN for the balance; of the books, what was compared.
  subject text not null,
  -- What each side of a match says, in kobo, from where we stand: money that comes to us is above zero.
  ledger bigint,
  provider bigint,
  -- What the books should say and do say, in words.
  expected text,
  found text,
  -- How much money differs, in kobo. Null where that is not an amount, such as a changed date.
  amount bigint,
  -- When it happened, which may be long before it was found.
  occurred_at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- gone: a later check found both sides equal, or the fee is known. closed: two administrators explained it. A difference of the
  -- books is never gone without them.
  state text not null check (state in ('open', 'gone', 'closed')),
  ended_at timestamptz,
  -- The administrator who looks into it.
  assigned_to uuid references users (id),
  check ((kind in ('books', 'fee')) = (ledger is null)),
  check ((ledger is null) = (provider is null)),
  check ((ledger is null) = (expected is not null) and (expected is null) = (found is null)),
  check (ledger <> provider),
  check ((state = 'open') = (ended_at is null)),
  check (state <> 'gone' or kind <> 'books')
);
create unique index differences_one_open on differences (kind, subject) where state = 'open';
create index differences_closed on differences (kind, subject) where state = 'closed';

insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state, ended_at)
select id, kind, subject, ledger, provider, ledger - provider, occurred_at, first_seen_at, last_seen_at, state, ended_at
  from match_differences;
drop table match_differences;

-- What a check found is in the table above.
alter table book_checks drop column differences;
