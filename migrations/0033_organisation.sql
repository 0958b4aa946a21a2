-- The details of an organisation are published from a draft; its names take two people (decision 0071).
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge', 'fund', 'organisation'));

-- Everything that was ever published: the newest is in force.
create table organisation_versions (
  id bigint generated always as identity primary key,
  -- As contract/platform/organisation.ts declares it.
  content jsonb not null,
  -- Null: by one person, as only texts changed or there was no second administrator.
  proposal_id uuid unique references proposals(id),
  -- For the history. No names of persons.
  reason text not null check (char_length(reason) between 1 and 300),
  published_by uuid not null references users(id),
  published_at timestamptz not null
);
comment on table organisation_versions is
'the organisation: its details and logo, each publication with who and when, the draft, and the pages made of it
why: so that visitors know who they give to and whom they ask, and each change can be traced and taken back
kept: permanently; previews one hour
people: administrators
basis: interest
recipients: administrators';
create trigger organisation_versions_append_only before delete or update on organisation_versions
  for each row execute function ledger_refuse_change();
create trigger organisation_versions_no_truncate before truncate on organisation_versions
  for each statement execute function ledger_refuse_change();

create table organisation_draft (
  one boolean primary key default true check (one),
  content jsonb not null,
  -- The version that it changes; null: our defaults.
  based_on bigint references organisation_versions(id),
  -- Goes up with every change, so that no one overwrites what they have not seen.
  revision integer not null check (revision > 0),
  -- Null: the operator, from a file.
  changed_by uuid references users(id),
  changed_at timestamptz not null
);
comment on table organisation_draft is 'see organisation_versions';

-- What a second person is asked to publish.
create table organisation_proposals (
  id uuid primary key references proposals(id),
  content jsonb not null,
  based_on bigint references organisation_versions(id)
);
comment on table organisation_proposals is 'see organisation_versions';

create table organisation_pictures (
  -- The SHA-256 of its bytes, in hexadecimal.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/svg+xml', 'image/png')),
  bytes bytea not null check (length(bytes) <= 500000),
  -- Null: the operator, from a file.
  added_by uuid references users(id),
  added_at timestamptz not null
);
comment on table organisation_pictures is 'see organisation_versions';

-- The pages of a version, by the build that rendered them: a start reads them.
create table rendered_sites (
  version bigint references organisation_versions(id),
  build text,
  -- JSON by address, compressed.
  files bytea not null,
  rendered_at timestamptz not null,
  primary key (version, build)
);
comment on table rendered_sites is 'see organisation_versions';

-- A draft as a whole site, for whoever has the token.
create table site_previews (
  token_hash bytea primary key,
  files bytea not null,
  expires_at timestamptz not null
);
comment on table site_previews is 'see organisation_versions';
