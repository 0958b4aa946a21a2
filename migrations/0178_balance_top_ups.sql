-- What we have paid into our own balance at the payment provider: a movement that the provider lists and a line of our bank that pays for it
-- (server/bank/balance-top-ups.ts). The id is that of the difference that it ends.
alter table transfers drop constraint transfers_purpose_check;
-- Every row that is there was checked against a shorter list.
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement',
  'commit', 'uncommit', 'handover', 'return', 'lost', 'float', 'cover', 'repayment',
  'payout', 'disburse', 'unsent', 'reversal', 'fee_back', 'count', 'balance_top_up')) not valid;

create table balance_top_ups (
  id uuid primary key references differences (id),
  -- Kind and id of the provider's line, as the difference names it. Each is booked once.
  movement text not null unique,
  -- The name of the bank's line: a statement that is removed takes the line itself along.
  bank_line text not null,
  -- In kobo.
  amount bigint not null check (amount > 0),
  occurred_at timestamptz not null,
  booked_at timestamptz not null
);
create trigger balance_top_ups_fixed before update or delete on balance_top_ups
  for each row execute function ledger_refuse_change();
create trigger balance_top_ups_no_truncate before truncate on balance_top_ups
  for each statement execute function ledger_refuse_change();
