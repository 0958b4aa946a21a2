-- Two profiles of one person, both without a sign-in, become one: one reviewer proposes it, an administrator confirms it, as a proposal
-- about the profile that ends. For 30 days it can be undone.
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee',
  'invitation', 'cash_count', 'payout_limits', 'profile_merge'));

-- The id is that of the proposal, which has the reason, who proposed it and who confirmed it.
create table profile_merges (
  id uuid primary key references proposals (id),
  -- The profile that ends. Its row stays, out of all lists, and so do its papers, which the moved requests name.
  merged_id uuid not null references profiles (id) on delete cascade,
  kept_id uuid not null references profiles (id) on delete cascade,
  -- The requests that were moved, which an undoing moves back.
  requests uuid[] not null default '{}',
  merged_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references users (id),
  check (merged_id <> kept_id),
  check (undone_at is null or merged_at is not null),
  check ((undone_at is null) = (undone_by is null))
);
create unique index profile_merges_in_force on profile_merges (merged_id) where merged_at is not null and undone_at is null;
create index profile_merges_of_kept on profile_merges (kept_id);
