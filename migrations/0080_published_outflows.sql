-- What the public sees of promises and payments: moved only when at least ten households share the change, so that no figure gives
-- one household's amount away.
create table published_outflows (
  -- A fund, or 'all' for all of them together.
  scope text not null check (scope in ('general', 'school', 'emergency', 'shelter', 'food', 'medical', 'all')),
  published_at timestamptz not null,
  -- The balances of the books at that moment, in kobo.
  promised bigint not null check (promised >= 0),
  paid_out bigint not null check (paid_out >= 0),
  lost bigint not null check (lost >= 0),
  -- How many households changed since the row before.
  households integer not null check (households >= 10),
  primary key (scope, published_at)
);
create trigger published_outflows_fixed before update or delete on published_outflows
  for each row execute function ledger_refuse_change();
create trigger published_outflows_no_truncate before truncate on published_outflows
  for each statement execute function ledger_refuse_change();

-- The households whose awards and disbursements moved since a moment.
create index award_funds_of_fund on award_funds (fund);
create index disbursement_funds_of_fund on disbursement_funds (fund);
create index awards_granted on awards (granted_at) where granted_at is not null;
create index awards_ended on awards (ended_at) where ended_at is not null;
create index disbursements_sent on disbursements (sent_at) where sent_at is not null;
create index disbursements_ended on disbursements (ended_at) where ended_at is not null;
