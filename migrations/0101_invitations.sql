-- Who is invited to join the staff by mail, one row for each address. Two administrators decide it, as a proposal about the row.
create table staff_invitations (
  id uuid primary key,
  email text not null unique,
  -- Null until a second administrator has confirmed it. Only the hash of the mailed link is kept.
  token_hash bytea unique,
  expires_at timestamptz,
  roles text[] not null
    check (roles <> '{}' and roles <@ array['administrator', 'reviewer', 'finance', 'caller', 'auditor']),
  created_at timestamptz not null,
  check ((token_hash is null) = (expires_at is null))
);

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee',
  'invitation'));
