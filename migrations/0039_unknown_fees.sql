-- Payments whose fees the provider did not know yet: the check of the books looks for them each minute.
create index payment_attempts_without_fees on payment_attempts (paid_at) where amount_paid is not null and fees is null;
