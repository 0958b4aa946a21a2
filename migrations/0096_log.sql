-- The public log: an append-only list of entries, RFC 6962's tree over them, and what was signed of it. docs/transparency.md.
create table log_keys (
  -- 'origin+id+key', as C2SP writes it.
  verifier_key text primary key,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index log_keys_one_in_use on log_keys ((true)) where retired_at is null;

create table log_entries (
  leaf_index bigint primary key check (leaf_index >= 0),
  type text not null check (type in ('gift', 'given_back', 'award', 'disbursement', 'outcome', 'confirmation', 'allocation', 'rows')),
  -- Which row it is about.
  subject text not null,
  -- Names and values, in the order in which they were hashed, and the salt of each. Null once a person's data was erased.
  fields jsonb,
  salt bytea check (length(salt) = 32),
  -- What the leaf hashes: a byte 0 and a hash, or a byte 1 and JSON.
  content bytea not null check (length(content) between 1 and 65535),
  leaf_hash bytea not null generated always as (sha256('\x00'::bytea || content)) stored,
  recorded_at timestamptz not null,
  constraint log_entries_once unique (type, subject)
);
create function log_entries_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.fields is null and new.salt is null
     and (new.leaf_index, new.type, new.subject, new.content, new.recorded_at) is not distinct from
         (old.leaf_index, old.type, old.subject, old.content, old.recorded_at) then
    return new;
  end if;
  raise exception 'an entry of the log stays; only what opens it can be erased: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger log_entries_fixed before update or delete on log_entries for each row execute function log_entries_guard();
create trigger log_entries_no_truncate before truncate on log_entries
  for each statement execute function ledger_refuse_change();

-- The roots of complete subtrees with 256 ** level leaves, from level 1 on: what tiles above the lowest level are made of.
create table log_tile_roots (
  level smallint not null check (level between 1 and 6),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
create trigger log_tile_roots_fixed before update or delete on log_tile_roots
  for each row execute function ledger_refuse_change();
create trigger log_tile_roots_no_truncate before truncate on log_tile_roots
  for each statement execute function ledger_refuse_change();

create table log_checkpoints (
  -- Two roots of one size would be two logs.
  size bigint primary key check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- The signed note, as it is served.
  note text not null,
  signed_at timestamptz not null
);
create trigger log_checkpoints_fixed before update or delete on log_checkpoints
  for each row execute function ledger_refuse_change();
create trigger log_checkpoints_no_truncate before truncate on log_checkpoints
  for each statement execute function ledger_refuse_change();
