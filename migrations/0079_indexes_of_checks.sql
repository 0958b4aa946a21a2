-- Outside a transaction
-- The nightly check reads a day of these (server/money/ledger/sealed-days.ts). Rows are written in the order of this time, nearly.
create index concurrently if not exists payment_intents_by_creation on payment_intents using brin (created_at);
create index concurrently if not exists payment_attempts_by_creation on payment_attempts using brin (created_at);
-- Finds the few transfers beside those of paid gifts and top-ups (server/proof/books/payout-rows.ts).
create index concurrently if not exists transfers_but_arrivals on transfers (purpose)
  where (purpose not in ('gift', 'top_up', 'wallet_gift', 'fee', 'mismatch'));
