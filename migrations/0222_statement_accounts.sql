-- Statements keep the hash of their file and the number of their account; a line that could not be read has its amount from the balances.
alter table banks add column account text check (account ~ '^[0-9*]{4,34}$');
alter table bank_statements
  add column account text check (account ~ '^[0-9*]{4,34}$'),
  -- Null of files before this column.
  add column file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  add column removal_asked_by uuid references users (id),
  add column removal_asked_at timestamptz,
  add column removal_confirmed_by uuid references users (id),
  add check ((removal_asked_by is null) = (removal_asked_at is null)),
  add constraint bank_statements_removed_by_two check (removal_confirmed_by <> removal_asked_by);
create index bank_statements_by_file on bank_statements (file_hash);
alter table bank_lines add column unread boolean not null default false;

-- Whether a line that no other statement has is in a difference, open or closed.
create function statement_is_in_difference(statement uuid) returns boolean language sql stable as $$
  select exists (
    select from bank_statement_lines as own join bank_lines as line on line.id = own.line_id
      join differences on differences.kind in ('bank_line', 'bank_amount') and differences.state in ('open', 'closed')
       and differences.subject = line.bank || ' ' || to_char(line.day, 'YYYY-MM-DD') || ', line ' || line.number
     where own.statement_id = statement
       and not exists (select from bank_statement_lines as other where other.line_id = line.id and other.statement_id <> statement))
$$;
create function bank_statements_removal() returns trigger language plpgsql as $$
begin
  if statement_is_in_difference(old.id) and (old.removal_asked_by is null or old.removal_confirmed_by is null) then
    raise exception 'a statement whose line is in a difference is removed by two people' using errcode = 'TK001';
  end if;
  return old;
end $$;
create trigger bank_statements_removed before delete on bank_statements for each row execute function bank_statements_removal();
