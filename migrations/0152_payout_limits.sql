-- The limits of paying out, as two people set them: each change is a proposal about one fixed subject, and is in force from its
-- confirmation. Before the first change those of server/limits/limits.ts are.

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in (
  'payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee',
  'invitation', 'cash_count', 'payout_limits'));

-- Amounts in kobo, as large as a whole fund. The id is that of the proposal, which has the reason, who proposed it and who confirmed it.
create table payout_limits (
  id uuid primary key references proposals (id),
  second_step_above bigint not null check (second_step_above >= 0),
  three_people_above bigint not null check (three_people_above >= second_step_above),
  released_a_day_max bigint not null check (released_a_day_max > 0),
  changed_account_hours smallint not null check (changed_account_hours between 1 and 720)
);
create trigger payout_limits_fixed before update or delete on payout_limits for each row execute function ledger_refuse_change();
create trigger payout_limits_no_truncate before truncate on payout_limits
  for each statement execute function ledger_refuse_change();
