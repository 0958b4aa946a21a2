-- One row for each settlement that the provider lists, under its own id, as it was last read. Amounts in kobo.
create table settlements (
  id bigint primary key,
  status text not null,
  total_processed bigint not null,
  total_fees bigint not null,
  -- Paid to the bank: the total less fees, refunds and chargebacks.
  effective_amount bigint not null,
  settlement_date timestamptz not null,
  read_at timestamptz not null,
  -- Booked once. Later changes at the provider are differences, for people to explain.
  booked_amount bigint,
  booked_at timestamptz,
  -- When its payments were read, completely.
  payments_read_at timestamptz,
  constraint settlements_check check ((booked_amount is null) = (booked_at is null))
);
comment on table settlements is
'settlements, matches and differences: the provider''s ids, references, amounts and dates; who asked for a match or looks
  into a difference
why: to prove what reached the bank, and that the books match the world
kept: permanently
people: donors; account holders; administrators
basis: legal
recipients: administrators, payments';
create index settlements_with_unread_payments on settlements (id) where (payments_read_at is null);

-- The payments of a settlement, as the provider lists them.
create table settled_payments (
  settlement_id bigint references settlements(id),
  -- The provider's id of the payment.
  transaction_id bigint,
  reference text,
  amount bigint not null,
  fees bigint not null,
  primary key (settlement_id, transaction_id)
);
comment on table settled_payments is 'see settlements';
create index settled_payments_by_transaction on settled_payments (transaction_id);

-- The runs of the match with the payment provider (server/money/matching).
create table matches (
  id uuid primary key,
  -- requested: an administrator asked for it, and the job has not started it yet.
  state text not null check (state in ('requested', 'running', 'complete', 'failed')),
  created_at timestamptz not null,
  -- Null for the nightly match.
  requested_by uuid references users(id),
  started_at timestamptz,
  finished_at timestamptz,
  -- Payments created since then were compared.
  compared_from timestamptz,
  payments integer not null default 0,
  settlements integer not null default 0,
  -- The provider's balance by the ledger, and by the provider. In kobo.
  held bigint,
  provider_balance bigint
);
comment on table matches is 'see settlements';
create unique index matches_one_waiting on matches (state) where (state = 'requested');
create index matches_newest on matches (created_at desc);

-- One table for everything that differs: the ledger from the payment provider (server/money/matching) and the bank, and the books from
-- themselves (server/proof/books).
create table differences (
  id uuid primary key,
  -- books: two sums or rows of ours that contradict each other. fee: a fee that the provider has not told. All others: the match.
  kind text not null check (kind in ('payment', 'given_back', 'settlement', 'settlement_total', 'settled_twice', 'not_settled',
    'balance', 'books', 'fee', 'bank_line', 'bank_entry', 'bank_amount', 'transfer', 'movement', 'short_fund')),
  -- The reference of a payment, the id of a settlement, NGN for the balance; of the books, what was compared.
  subject text not null,
  -- Both sides of a match, in kobo; positive = incoming.
  ledger bigint,
  provider bigint,
  -- Expected and found in the books, in words.
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
  assigned_to uuid references users(id),
  -- When people were told by mail that it is still open after its day.
  late_mailed_at timestamptz,
  -- A closed difference ends in an entry of the ledger, or for one of a fixed list of reasons why no entry is right; two people said so.
  -- Those that early versions closed have neither.
  ending text check (ending in ('booked', 'duplicate', 'timing', 'corrected', 'misread', 'own_money')),
  entry text,
  constraint differences_check1 check ((ledger is null) = (provider is null)),
  constraint differences_check2 check ((ledger is null) = (expected is not null) and (expected is null) = (found is null)),
  constraint differences_check4 check ((state = 'open') = (ended_at is null)),
  constraint differences_check5 check (state <> 'gone' or kind <> 'books'),
  -- A transfer that we do not know is listed also when its money is back: someone used our key, or the dashboard. Then both sides say 0.
  constraint differences_differ check (ledger <> provider or kind = 'transfer' and ledger = 0),
  constraint differences_sides check ((kind in ('books', 'fee', 'short_fund')) = (ledger is null)),
  constraint differences_entry check ((ending is not null and ending = 'booked') = (entry is not null)),
  constraint differences_ended check (ending is null or state = 'closed')
);
comment on table differences is 'see settlements';
create unique index differences_one_open on differences (kind, subject) where (state = 'open');
create index differences_closed on differences (kind, subject) where (state = 'closed');

create function differences_end_in_entries() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' and (new.state, new.ending, new.entry) is distinct from (old.state, old.ending, old.entry) then
    raise exception 'a closed difference keeps its end' using errcode = 'TK001';
  end if;
  if new.state <> 'closed' or old.state <> 'open' then
    return new;
  end if;
  if (new.kind = 'transfer' and late_outcome(new.subject, new.ledger - new.provider) is not null)
     or (new.kind = 'short_fund' and not exists (select from fund_covers where fund_covers.id = new.id)) then
    raise exception 'this difference ends in an entry' using errcode = 'TK001';
  end if;
  if new.ending is null or (new.ending = 'booked' and not exists (select from transfers where transfers.key = new.entry)) then
    raise exception 'a difference ends in an entry, or for a reason' using errcode = 'TK001';
  end if;
  if not exists (select from proposals
                  where kind = 'difference_closing' and subject_id = new.id and state = 'confirmed'
                    and (choice = new.ending or (new.ending = 'booked' and choice in ('paid', 'lost', 'back', 'cover')))) then
    raise exception 'two people close a difference' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger differences_end_in_entries before update on differences for each row execute function differences_end_in_entries();

-- Our accounts at banks: their statements have lines, and each line is matched with entries of the ledger's account `bank`
-- (server/money/bank). Amounts in kobo, above zero when they came into the account.
create table banks (
  name text primary key,
  -- Which column of its CSV files has what, by the names in the header. Null until one was uploaded.
  columns jsonb,
  created_at timestamptz not null,
  -- Whether the dates of a bank's CSV files have the day or the month first, where one of its files told it or a person chose it.
  date_order text check (date_order in ('day_first', 'month_first')),
  account text check (account ~ '^[0-9*]{4,34}$')
);
comment on table banks is
'our bank''s statements: day, amount, and the bank''s text and reference, which may name who paid us; who uploaded and
  matched them
why: to prove that what the ledger says is at the bank is there
kept: permanently; a statement that is removed is deleted with its lines (by two people where one of them is in a
  difference)
people: donors; administrators
basis: legal
recipients: administrators';

create table bank_statements (
  id uuid primary key,
  bank text not null references banks(name),
  format text not null check (format in ('csv', 'ofx')),
  uploaded_by uuid not null references users(id),
  uploaded_at timestamptz not null,
  first_day date not null,
  last_day date not null,
  -- In the file, and those of them that no statement had before.
  lines integer not null,
  lines_added integer not null,
  -- The closing balance of the statement, and its day.
  closing_balance bigint,
  closing_day date,
  account text check (account ~ '^[0-9*]{4,34}$'),
  -- Null of files that early versions read.
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  removal_asked_by uuid references users(id),
  removal_asked_at timestamptz,
  removal_confirmed_by uuid references users(id),
  constraint bank_statements_check check ((closing_balance is null) = (closing_day is null)),
  constraint bank_statements_check1 check ((removal_asked_by is null) = (removal_asked_at is null)),
  constraint bank_statements_removed_by_two check (removal_confirmed_by <> removal_asked_by)
);
comment on table bank_statements is 'see banks';
create index bank_statements_newest on bank_statements (uploaded_at desc);
create index bank_statements_by_file on bank_statements (file_hash);

create function bank_statements_removal() returns trigger language plpgsql as $$
begin
  if statement_is_in_difference(old.id) and (old.removal_asked_by is null or old.removal_confirmed_by is null) then
    raise exception 'a statement whose line is in a difference is removed by two people' using errcode = 'TK001';
  end if;
  return old;
end $$;
create trigger bank_statements_removed before delete on bank_statements for each row execute function bank_statements_removal();

create table bank_lines (
  id uuid primary key,
  -- A short name for people.
  number bigint generated by default as identity unique,
  bank text not null references banks(name),
  day date not null,
  amount bigint not null check (amount <> 0),
  description text not null,
  reference text,
  -- The bank's own id of the line (FITID). Only OFX has one.
  bank_id text,
  created_at timestamptz not null,
  -- The line could not be read: its amount is the difference of the balances around it.
  unread boolean not null default false
);
comment on table bank_lines is 'see banks';
create index bank_lines_by_bank on bank_lines (bank, day);
-- In the order of the list.
create index bank_lines_newest on bank_lines ((((day - '1970-01-01'::date))::bigint) desc, id desc);

-- A line may be on several statements. It goes when the last of them is removed.
create table bank_statement_lines (
  statement_id uuid references bank_statements(id) on delete cascade,
  line_id uuid references bank_lines(id) on delete cascade,
  primary key (statement_id, line_id)
);
comment on table bank_statement_lines is 'see banks';
create index bank_statement_lines_by_line on bank_statement_lines (line_id);

create table bank_matches (
  id uuid primary key,
  line_id uuid not null references bank_lines(id) on delete cascade,
  -- An entry of the account `bank`, which is never deleted.
  transfer_key text not null,
  -- Null where amount and date left no other choice.
  matched_by uuid references users(id),
  matched_at timestamptz not null,
  -- Undone. The automatic match does not repeat it.
  undone_by uuid references users(id),
  undone_at timestamptz,
  constraint bank_matches_check check ((undone_by is null) = (undone_at is null))
);
comment on table bank_matches is 'see banks';
create unique index bank_matches_one_line on bank_matches (transfer_key) where (undone_at is null);
create index bank_matches_by_line on bank_matches (line_id);

create table balance_top_ups (
  id uuid primary key references differences(id),
  -- Kind and id of the provider's line, as the difference names it. Each is booked once.
  movement text not null unique,
  -- The name of the bank's line: a statement that is removed takes the line itself along.
  bank_line text not null,
  -- In kobo.
  amount bigint not null check (amount > 0),
  occurred_at timestamptz not null,
  booked_at timestamptz not null
);
comment on table balance_top_ups is 'see banks';
create trigger balance_top_ups_fixed before delete or update on balance_top_ups for each row
  execute function ledger_refuse_change();
create trigger balance_top_ups_no_truncate before truncate on balance_top_ups for each statement
  execute function ledger_refuse_change();

-- Whether a line that no other statement has is in a difference, open or closed.
create function statement_is_in_difference(statement uuid) returns boolean language sql stable as $$
  select exists (
    select from bank_statement_lines as own join bank_lines as line on line.id = own.line_id
      join differences on differences.kind in ('bank_line', 'bank_amount') and differences.state in ('open', 'closed')
       and differences.subject = line.bank || ' ' || to_char(line.day, 'YYYY-MM-DD') || ', line ' || line.number
     where own.statement_id = statement
       and not exists (select from bank_statement_lines as other where other.line_id = line.id and other.statement_id <> statement))
$$;
