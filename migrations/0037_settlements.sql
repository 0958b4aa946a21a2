-- What the provider has paid out to our bank: the account `bank`, the settlements, and the payments that each of them contains.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('provider', 'bank', 'fund', 'disbursed', 'fees', 'suspense', 'loss', 'wallet'));
-- Every row that is there was checked against a shorter list.
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement')) not valid;
insert into ledger_accounts (id, code, kind, shards) values (5, 'bank', 'bank', 1);

-- One row for each settlement that the provider lists, under its own id, as it was last read. Amounts in kobo.
create table settlements (
  id bigint primary key,
  status text not null,
  total_processed bigint not null,
  total_fees bigint not null,
  -- What goes to the bank: the total less fees, refunds and chargebacks.
  effective_amount bigint not null,
  settlement_date timestamptz not null,
  read_at timestamptz not null,
  -- What was booked, once, and when. Later changes at the provider are differences, for people to explain.
  booked_amount bigint,
  booked_at timestamptz,
  -- When its payments were read, completely.
  payments_read_at timestamptz,
  check ((booked_amount is null) = (booked_at is null))
);
create index settlements_with_unread_payments on settlements (id) where payments_read_at is null;

-- The payments of a settlement, as the provider lists them.
create table settled_payments (
  settlement_id bigint not null references settlements (id),
  -- The provider's id of the payment.
  transaction_id bigint not null,
  reference text,
  amount bigint not null,
  fees bigint not null,
  primary key (settlement_id, transaction_id)
);
create index settled_payments_by_transaction on settled_payments (transaction_id);
