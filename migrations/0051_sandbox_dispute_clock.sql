-- The stand-in provider's disputes remind the merchant, are accepted for it when they fall due, and may make a refund row
-- (server/sandbox/disputes.ts).
alter table sandbox_disputes
  -- How many reminders were sent.
  add column reminders integer not null default 0,
  add column updated_at timestamptz;
update sandbox_disputes set updated_at = coalesce(resolved_at, created_at);
alter table sandbox_disputes alter column updated_at set not null;
create index sandbox_disputes_open on sandbox_disputes (due_at) where status <> 'resolved';
-- The dispute that made a refund: the same money, listed a second time.
alter table sandbox_refunds add column dispute_id bigint references sandbox_disputes (id);
