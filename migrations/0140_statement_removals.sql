-- Removing a bank statement whose line is in a difference is a decision as others: in the list of them, counted, with a reason, withdrawn.
-- Three columns of bank_statements are unused from now on: removal_asked_by, removal_asked_at, removal_confirmed_by.
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('payment_decision', 'role_change', 'difference_closing',
  'month_closing', 'wallet_decision', 'award', 'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits',
  'profile_merge', 'fund', 'fund_move', 'organisation', 'payout_hold', 'statement_removal')) not valid;
alter table proposals validate constraint proposals_kind_check;

-- The version before, which may run beside this one, asks in the row itself.
create or replace function bank_statements_removal() returns trigger language plpgsql as $$
begin
  if statement_is_in_difference(old.id) and (old.removal_asked_by is null or old.removal_confirmed_by is null)
     and not exists (select from proposals where kind = 'statement_removal' and subject_id = old.id and state = 'confirmed') then
    raise exception 'a statement whose line is in a difference is removed by two people' using errcode = 'TK001';
  end if;
  return old;
end $$;

insert into proposals (id, kind, subject_id, choice, reason, signers, proposed_by, proposed_at, expires_at)
select gen_random_uuid(), 'statement_removal', id, 'remove', 'Asked for before reasons were stored.', 2, removal_asked_by, removal_asked_at,
       removal_asked_at + interval '7 days'
  from bank_statements where removal_asked_by is not null;
