-- Ten codes for a person who has lost their second steps. A used code is deleted.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- Keyed.
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
