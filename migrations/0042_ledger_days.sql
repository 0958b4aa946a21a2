-- A hash over the transfers of each day, chained to the day before (server/ledger/days.ts).
create table ledger_days (
  day date primary key,
  transfers bigint not null check (transfers > 0),
  hash bytea not null check (length(hash) = 32)
);
create trigger ledger_days_append_only before update or delete on ledger_days
  for each row execute function ledger_refuse_change();
create trigger ledger_days_no_truncate before truncate on ledger_days
  for each statement execute function ledger_refuse_change();
-- Rows are written in the order of this time, nearly: a small index finds a day.
create index transfers_by_recorded_at on transfers using brin (recorded_at);
