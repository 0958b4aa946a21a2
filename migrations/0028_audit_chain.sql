-- The audit as a chain: the hash of each entry covers its event and the hash before it, so that a row that is changed or removed later
-- shows, also when somebody has switched the triggers off. docs/decisions/0021 says why a job appends to it.

-- The order in which events became visible, for the watermark below.
alter table audit_events add column transaction_id xid8 not null default pg_current_xact_id();
create index audit_events_by_transaction on audit_events (transaction_id);

create table audit_chain (
  position bigint primary key check (position > 0),
  event_id uuid not null unique references audit_events (id),
  hash bytea not null check (octet_length(hash) = 32)
);
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function audit_events_refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function audit_events_refuse_change();

create table audit_chain_state (
  one boolean primary key default true check (one),
  -- Every event of the transactions before this one is in the chain.
  watermark xid8 not null default '0',
  -- The last entry whose hash was mailed to the administrators, and when.
  mailed_position bigint not null default 0,
  mailed_at timestamptz
);
