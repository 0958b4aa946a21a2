-- Keeps the statement that was read when it was proposed to close a month: another one is not closed by the second person (decision 0110).
create table month_closings (
  -- Equals the id of the proposal.
  id uuid primary key references proposals(id),
  -- The SHA-256 of the statement.
  digest text not null
);
comment on table month_closings is 'see proposals';
create trigger month_closings_fixed before delete or update on month_closings for each row execute function ledger_refuse_change();
create trigger month_closings_no_truncate before truncate on month_closings for each statement execute function ledger_refuse_change();
