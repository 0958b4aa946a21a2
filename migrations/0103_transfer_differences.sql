-- transfer: a transfer out that our books and the provider tell differently. movement: of the balance at the provider, and nothing
-- explains it (server/payouts/compare-transfers.ts).
alter table differences drop constraint differences_kind_check;
alter table differences add constraint differences_kind_check check (kind in (
  'payment', 'given_back', 'settlement', 'settlement_total', 'settled_twice', 'not_settled', 'balance', 'books', 'fee',
  'bank_line', 'bank_entry', 'bank_amount', 'transfer', 'movement'));
