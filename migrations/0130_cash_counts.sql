-- Counts of the cash that a person holds for handing over. One person records a count, a second one confirms it, as a proposal about the
-- holder; then what is missing, or too much, is booked.

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'provider', 'bank', 'cash', 'transit', 'paid_out', 'fund', 'committed', 'disbursed', 'lost', 'fees', 'suspense', 'loss', 'operating',
  'counted', 'wallet'));
insert into ledger_accounts (id, code, kind, shards) values (10, 'counted', 'counted', 1);
-- Every row that is there was checked against a shorter list.
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement',
  'commit', 'uncommit', 'handover', 'return', 'lost', 'float', 'cover', 'repayment',
  'payout', 'disburse', 'unsent', 'reversal', 'fee_back', 'count')) not valid;

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee',
  'invitation', 'cash_count'));

-- Amounts in kobo. The id is that of the proposal, which has the reason, who recorded it and who confirmed it.
create table cash_counts (
  id uuid primary key references proposals (id),
  holder uuid not null references users (id),
  counted bigint not null check (counted >= 0),
  -- What the books said when it was counted. It is confirmed only while they still say so.
  booked bigint not null check (booked >= 0),
  created_at timestamptz not null,
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  recorded_by uuid not null references users (id),
  constraint cash_counts_idempotency_key_taken unique (recorded_by, idempotency_key_hash)
);
create index cash_counts_of_holder on cash_counts (holder, created_at desc);
create trigger cash_counts_fixed before update or delete on cash_counts for each row execute function ledger_refuse_change();
create trigger cash_counts_no_truncate before truncate on cash_counts
  for each statement execute function ledger_refuse_change();
