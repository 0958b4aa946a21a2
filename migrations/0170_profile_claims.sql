-- A person for whom staff entered a request gets it onto their own account, with a code that a text message brings them.
create table claim_codes (
  id uuid primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  -- Keyed: a plain hash of six digits can be guessed.
  code_hash bytea not null,
  -- Wrong codes. After five, the right one is refused too.
  tries smallint not null default 0,
  -- The member of staff who sent it; null when the person asked for it.
  sent_by uuid references users (id),
  created_at timestamptz not null
);
create index claim_codes_of_profile on claim_codes (profile_id, created_at);

-- Profiles that ended because an account claimed them, each with those that had been merged into it. Their papers stay where they are.
create table profile_claims (
  profile_id uuid primary key references profiles (id) on delete cascade,
  -- The same for all profiles of one claim.
  claim_id uuid not null,
  -- Whose folder has the papers.
  user_id uuid not null references users (id),
  claimed_by uuid not null references users (id),
  -- The requests that moved to the account; an undoing moves them back.
  requests uuid[] not null default '{}',
  claimed_at timestamptz not null
);
create index profile_claims_by on profile_claims (claimed_by);
