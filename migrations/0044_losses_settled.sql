-- Settling what top-ups lost: the organisation covers it, or the person pays it back. Two administrators decide.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('provider', 'bank', 'operating', 'fund', 'disbursed', 'fees', 'suspense', 'loss', 'wallet'));
-- Every row that is there was checked against a shorter list.
alter table transfers drop constraint transfers_purpose_check;
alter table transfers add constraint transfers_purpose_check check (purpose in (
  'gift', 'top_up', 'wallet_gift', 'fee', 'mismatch', 'refund', 'chargeback', 'reinstatement', 'disbursement', 'loss', 'settlement',
  'cover', 'repayment')) not valid;
insert into ledger_accounts (id, code, kind, shards) values (6, 'operating', 'operating', 1);

-- Of a top-up: what the organisation paid for it, and what its owner paid back. If a covered amount comes back in the end, it belongs to
-- the organisation.
alter table wallet_transactions add column amount_covered bigint not null default 0,
  add column amount_repaid bigint not null default 0 check (amount_repaid >= 0),
  add constraint wallet_transactions_amount_covered_check check (amount_covered between 0 and amount_reversed - amount_lost);

-- What is to be settled, as it was when it was proposed: a loss that has changed since is not settled.
create table loss_settlements (
  -- No foreign key: truncating proposals must be refused by their own trigger.
  proposal_id uuid primary key,
  wallet_id uuid not null references wallets (id),
  -- cover: by the organisation. repaid: by the person.
  choice text not null check (choice in ('cover', 'repaid')),
  -- The whole loss of the wallet, in kobo.
  amount bigint not null check (amount > 0),
  -- Null until a second administrator has confirmed it.
  booked_at timestamptz
);
create index loss_settlements_of_wallet on loss_settlements (wallet_id);

-- A settlement is booked once, and stays as it was proposed.
create function loss_settlements_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.booked_at is null and (new.proposal_id, new.wallet_id, new.choice, new.amount)
       is not distinct from (old.proposal_id, old.wallet_id, old.choice, old.amount) then
      return new;
    end if;
  end if;
  raise exception 'a settled loss stays as it was: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger loss_settlements_fixed before update or delete on loss_settlements
  for each row execute function loss_settlements_guard();
create trigger loss_settlements_no_truncate before truncate on loss_settlements
  for each statement execute function ledger_refuse_change();

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check
  check (kind in ('payment_decision', 'role_change', 'difference_closing', 'wallet_decision'));
