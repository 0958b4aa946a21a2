-- A hash over the rows of each day, chained to the day before, for each table with rows about money that never change
-- (server/ledger/sealed-days.ts). It takes the place of ledger_days, which had the transfers alone.
create table sealed_days (
  -- The table, or the part of it that is final from that day on.
  source text not null,
  day date not null,
  row_count bigint not null check (row_count > 0),
  -- The first 8 bytes of the hash of each row: they tell which row was changed. Empty for days sealed before this table.
  digests bytea not null,
  hash bytea not null check (length(hash) = 32),
  primary key (source, day)
);
insert into sealed_days (source, day, row_count, digests, hash) select 'transfers', day, transfers, '', hash from ledger_days;
drop table ledger_days;
create trigger sealed_days_append_only before update or delete on sealed_days
  for each row execute function ledger_refuse_change();
create trigger sealed_days_no_truncate before truncate on sealed_days
  for each statement execute function ledger_refuse_change();
