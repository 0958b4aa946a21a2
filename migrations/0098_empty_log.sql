-- A log without entries promises nothing: a restore into a new instance replaces what its first start signed.
drop trigger log_checkpoints_fixed on log_checkpoints;
create trigger log_checkpoints_fixed before update on log_checkpoints
  for each row execute function ledger_refuse_change();
create trigger log_checkpoints_kept before delete on log_checkpoints
  for each row when (old.size > 0) execute function ledger_refuse_change();
