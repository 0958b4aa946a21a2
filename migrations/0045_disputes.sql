-- The disputes about our payments, as the provider last told them: what administrators must answer, and by when (server/payments/disputes.ts).
create table disputes (
  -- The provider's.
  id text primary key,
  attempt_id uuid not null references payment_attempts (id),
  status text not null,
  resolution text,
  category text,
  -- What is disputed, in kobo. Null: the whole payment.
  amount bigint,
  -- Without an answer until then, the provider accepts it for us. Null where the provider does not say.
  due_at timestamptz,
  opened_at timestamptz,
  read_at timestamptz not null
);
create index disputes_of_attempt on disputes (attempt_id);
create index disputes_open on disputes (due_at) where status not in ('resolved', 'archived');
