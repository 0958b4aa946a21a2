-- What witnesses say about checkpoints of the public log: that they saw it, when, and that it continues what they saw before.
create table log_cosignatures (
  size bigint not null references log_checkpoints (size),
  -- The witness's name and key, as C2SP writes them.
  witness_key text not null,
  -- The line of the signed note.
  line text not null,
  cosigned_at timestamptz not null,
  primary key (size, witness_key)
);
create trigger log_cosignatures_fixed before update or delete on log_cosignatures
  for each row execute function ledger_refuse_change();
create trigger log_cosignatures_no_truncate before truncate on log_cosignatures
  for each statement execute function ledger_refuse_change();
