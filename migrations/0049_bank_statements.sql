-- What our bank says: the lines of its statements, and which entries of the ledger's account `bank` each line is (server/bank).
-- Amounts in kobo: above zero when they came into the account.
create table banks (
  name text primary key,
  -- Which column of its CSV files has what, by the names in the header. Null until one was uploaded.
  columns jsonb,
  created_at timestamptz not null
);

create table bank_statements (
  id uuid primary key,
  bank text not null references banks (name),
  format text not null check (format in ('csv', 'ofx')),
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  first_day date not null,
  last_day date not null,
  -- In the file, and those of them that no statement had before.
  lines integer not null,
  lines_added integer not null,
  -- What the statement says that the account held, and on which day.
  closing_balance bigint,
  closing_day date,
  check ((closing_balance is null) = (closing_day is null))
);
create index bank_statements_newest on bank_statements (uploaded_at desc);

create table bank_lines (
  id uuid primary key,
  -- A short name for people.
  number bigint generated always as identity unique,
  bank text not null references banks (name),
  day date not null,
  amount bigint not null check (amount <> 0),
  description text not null,
  reference text,
  -- The bank's own id of the line (FITID). Only OFX has one.
  bank_id text,
  created_at timestamptz not null
);
create index bank_lines_by_bank on bank_lines (bank, day);
-- In the order of the list.
create index bank_lines_newest on bank_lines (((day - date '1970-01-01')::bigint) desc, id desc);

-- A line may be on several statements. It goes when the last of them is removed.
create table bank_statement_lines (
  statement_id uuid not null references bank_statements (id) on delete cascade,
  line_id uuid not null references bank_lines (id) on delete cascade,
  primary key (statement_id, line_id)
);
create index bank_statement_lines_by_line on bank_statement_lines (line_id);

create table bank_matches (
  id uuid primary key,
  line_id uuid not null references bank_lines (id) on delete cascade,
  -- An entry of the account `bank`, which is never deleted.
  transfer_key text not null,
  -- Null where amount and date left no other choice.
  matched_by uuid references users (id),
  matched_at timestamptz not null,
  -- Undone. The automatic match does not repeat it.
  undone_by uuid references users (id),
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create unique index bank_matches_one_line on bank_matches (transfer_key) where undone_at is null;
create index bank_matches_by_line on bank_matches (line_id);

-- bank_line: a line without an entry. bank_entry: an entry without a line. bank_amount: a match of different amounts. In these,
-- `provider` is what the bank says.
alter table differences drop constraint differences_kind_check;
alter table differences add constraint differences_kind_check check (kind in (
  'payment', 'given_back', 'settlement', 'settlement_total', 'settled_twice', 'not_settled', 'balance', 'books', 'fee',
  'bank_line', 'bank_entry', 'bank_amount'));
