-- A keyed digest of each row about paying out, as it was when someone acted (decision 0048). It replaces that of proposals (decision 0041).
create table act_digests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('award', 'payment', 'payee', 'payee_check', 'hand_over', 'attempt', 'confirmation', 'cash', 'count', 'closing')),
  -- The row of the table that the kind is about.
  row_id uuid not null,
  -- Whose data key the digest needs; null: the key of the instance.
  person uuid,
  -- Null where there was no key: of rows from before this migration, and of a closed account.
  digest bytea check (length(digest) = 32),
  made_at timestamptz not null
);
create index act_digests_of_row on act_digests (kind, row_id, id desc);
create trigger act_digests_fixed before update or delete on act_digests for each row execute function ledger_refuse_change();
create trigger act_digests_no_truncate before truncate on act_digests for each statement execute function ledger_refuse_change();

insert into act_digests (kind, row_id, made_at)
select kind, id, now() from (
  select 'award' as kind, id from awards
  union all select 'payment', id from disbursements
  union all select 'payee', id from payees
  union all select 'payee_check', id from payees where confirmed_by is not null
  union all select 'hand_over', id from disbursements where kind <> 'bank' and sent_at is not null
  union all select 'attempt', id from payout_attempts
  union all select 'confirmation', id from confirmations
  union all select 'cash', id from cash_movements
  union all select 'count', id from cash_counts
  union all select 'closing', id from differences where state = 'closed') as before;

create or replace function proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed'
       and (new.id, new.kind, new.subject_id, new.choice, new.reason, new.proposed_by, new.proposed_at, new.expires_at, new.signers)
           is not distinct from
           (old.id, old.kind, old.subject_id, old.choice, old.reason, old.proposed_by, old.proposed_at, old.expires_at, old.signers)
       and (new.state <> 'confirmed' or new.signers - 2 <=
            (select count(*) from proposal_approvals where proposal_id = new.id and approved_by <> new.decided_by))
    then
      return new;
    end if;
  end if;
  raise exception 'a proposal stays as it was made and decided: % is refused', tg_op using errcode = 'TK001';
end $$;
alter table proposals drop column agreed;

alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in (
  'gift', 'given_back', 'act', 'award', 'disbursement', 'outcome', 'confirmation', 'allocation', 'counted', 'share', 'described',
  'rows', 'inflow', 'totals', 'correction', 'policy', 'sample', 'sampled', 'sample_answer'));
