-- A difference of a transfer of ours ends in an entry: what the provider paid after it had failed is booked as paid under its payment, or as
-- lost where the payment was made otherwise or cancelled; what came back after it had been paid or written off is booked as returned.
alter table payout_attempts add column late_booked text check (late_booked in ('paid', 'lost', 'back'));
do $$
declare
  named text;
begin
  for named in select conname from pg_constraint
                where conrelid = 'payout_attempts'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%paid_late_at IS NULL%'
  loop
    execute format('alter table payout_attempts drop constraint %I', named);
  end loop;
end $$;
alter table payout_attempts add constraint payout_attempts_late check (
  (paid_late_at is null or state in ('failed', 'refused') or late_booked = 'paid')
  and (late_booked is null or (late_booked = 'paid' and state in ('success', 'reversed')) or (late_booked = 'lost' and state in ('failed', 'refused'))
       or (late_booked = 'back' and state = 'reversed'))
  and (late_booked is null or (booked_at is not null and fee_fund is not null)));

-- What is booked when the difference of a transfer is closed; null where nothing can be. `difference` is what our books say less what the
-- provider says, in kobo.
create function late_outcome(transfer text, difference bigint) returns text language sql stable as $$
  select case
           when attempt.review_reason is null or attempt.late_booked is not null then null
           when attempt.paid_late_at is not null and difference >= attempt.amount
             then case when disbursement.state = 'failed' and award.state = 'granted' then 'paid' else 'lost' end
           when attempt.state = 'success' and difference = -attempt.amount and disbursement.returned = 0
                and disbursement.state in ('sent', 'confirmed', 'disputed', 'lost') then 'back'
         end
    from payout_attempts as attempt join disbursements as disbursement on disbursement.id = attempt.disbursement_id
    join awards as award on award.id = disbursement.award_id
   where attempt.reference = transfer
$$;

create or replace function payout_attempts_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.disbursement_id, new.reference, new.amount, new.recipient_code, new.started_by, new.created_at)
     is distinct from
     (old.id, old.disbursement_id, old.reference, old.amount, old.recipient_code, old.started_by, old.created_at)
     or (old.booked_at is not null and new.booked_at is distinct from old.booked_at)
     or (old.paid_late_at is not null and new.paid_late_at is distinct from old.paid_late_at)
     or (old.late_booked is not null and new.late_booked is distinct from old.late_booked)
     or new.posts < old.posts
     or (old.state in ('failed', 'refused') and new.state <> old.state and not (old.late_booked is null and new.late_booked = 'paid'))
     or (old.state = 'reversed' and new.state <> old.state)
     or (old.state = 'success' and new.state not in ('success', 'reversed')) then
    raise exception 'a payout attempt keeps its reference and its end' using errcode = 'TK001';
  end if;
  if old.late_booked is null and new.late_booked is not null and not exists (
       select from proposals join differences on differences.id = proposals.subject_id
        where proposals.kind = 'difference_closing' and proposals.state = 'confirmed' and proposals.choice = new.late_booked
          and differences.kind = 'transfer' and differences.subject = new.reference) then
    raise exception 'two people book what the provider paid or returned late' using errcode = 'TK001';
  end if;
  return new;
end $$;

create function differences_end_in_entries() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and old.state = 'open' and new.kind = 'transfer'
     and late_outcome(new.subject, new.ledger - new.provider) is not null then
    raise exception 'the difference of a transfer ends in an entry' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger differences_end_in_entries before update on differences for each row execute function differences_end_in_entries();

-- While people look at a transfer, its payment and its award are not cancelled: the money may have left.
create function no_cancel_in_review() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and new.state in ('cancelled', 'closed') and exists (
       select from payout_attempts join disbursements as paid on paid.id = payout_attempts.disbursement_id
        where case tg_table_name when 'awards' then paid.award_id else paid.id end = new.id
          and payout_attempts.review_reason is not null and payout_attempts.late_booked is null
          and paid.state in ('sending', 'failed')) then
    raise exception 'a transfer of it is in review' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger awards_in_review before update on awards for each row execute function no_cancel_in_review();
create trigger disbursements_in_review before update on disbursements for each row execute function no_cancel_in_review();

do $$
declare
  purposes text[];
begin
  select array_agg(found.names[1]) || '{late,late_loss}'::text[] into purposes
    from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as found(names) where conname = 'transfers_purpose_check';
  alter table transfers drop constraint transfers_purpose_check;
  -- Every row that is there was checked against a shorter list.
  execute format('alter table transfers add constraint transfers_purpose_check check (purpose = any (%L::text[])) not valid', purposes);
end $$;
