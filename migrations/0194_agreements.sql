-- What two people agree on when a payment is proposed: a digest under a key of the applicant's data key (decision 0041).
alter table proposals add column agreed bytea;

create or replace function proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed'
       and (new.id, new.kind, new.subject_id, new.choice, new.reason, new.proposed_by, new.proposed_at, new.expires_at, new.signers, new.agreed)
           is not distinct from
           (old.id, old.kind, old.subject_id, old.choice, old.reason, old.proposed_by, old.proposed_at, old.expires_at, old.signers, old.agreed)
       and (new.state <> 'confirmed' or new.signers - 2 <=
            (select count(*) from proposal_approvals where proposal_id = new.id and approved_by <> new.decided_by))
    then
      return new;
    end if;
  end if;
  raise exception 'a proposal stays as it was made and decided: % is refused', tg_op using errcode = 'TK001';
end $$;
