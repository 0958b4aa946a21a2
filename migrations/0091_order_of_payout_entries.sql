-- Outside a transaction
-- Finds the entries of a range of payouts, in the order of their ids (server/proof/books/payout-rows.ts).
create index concurrently if not exists transfers_by_row on transfers (purpose, split_part(key, ':', 2) collate "C")
  where (purpose not in ('gift', 'top_up', 'wallet_gift', 'fee', 'mismatch'));
-- Its first column is that of the new one.
drop index concurrently if exists transfers_but_arrivals;
create index concurrently if not exists payout_attempts_by_reference on payout_attempts (reference collate "C");
