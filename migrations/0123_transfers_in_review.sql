-- Outside a transaction
-- Finds the few transfers that people must look at, each time they are compared with the provider.
create index concurrently if not exists payout_attempts_in_review on payout_attempts (reference)
  where (review_reason is not null and late_booked is null);
