-- The lists of refunds and disputes, and the match with the provider, name payments by the provider's own id.
create index payment_attempts_by_transaction on payment_attempts (provider_transaction_id) where provider_transaction_id is not null;
