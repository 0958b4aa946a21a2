-- When a check of the books did not run for longer than it may. /transparency/failures shows it, so that no one can forget it.
create table book_outages (
  scope text not null check (scope in ('recent', 'full')),
  -- The last check before it, and the first after it.
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at > started_at),
  primary key (scope, started_at)
);
create trigger book_outages_fixed before update or delete on book_outages
  for each row execute function ledger_refuse_change();
create trigger book_outages_no_truncate before truncate on book_outages
  for each statement execute function ledger_refuse_change();

-- Our own failures are counted from the beginning of last year on.
create index application_events_decided on application_events (created_at) where to_status in ('approved', 'rejected');
create index payout_attempts_failed on payout_attempts (created_at) where state in ('failed', 'refused', 'reversed');
create index payout_attempts_made on payout_attempts (disbursement_id) where state = 'success';
