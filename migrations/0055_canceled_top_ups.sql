-- When its owner canceled a top-up that was not paid. It reads failed, and a late success still completes it.
alter table wallet_transactions add column canceled_at timestamptz,
  add constraint wallet_transactions_only_top_ups_are_canceled check (canceled_at is null or kind = 'top_up');
