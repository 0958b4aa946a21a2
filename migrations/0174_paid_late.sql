-- When the provider first said that a transfer was paid that we had booked as failed or refused. Kept for /transparency/failures, also
-- after people have settled it: review_reason is cleared when they ask the provider again.
alter table payout_attempts add column paid_late_at timestamptz
  check (paid_late_at is null or state in ('failed', 'refused'));

update payout_attempts
   set paid_late_at = coalesce((select min(first_seen_at) from differences where kind = 'transfer' and subject = reference), ended_at, created_at)
 where review_reason = 'it was paid after it had failed';

create or replace function payout_attempts_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.disbursement_id, new.reference, new.amount, new.recipient_code, new.started_by, new.created_at)
     is distinct from
     (old.id, old.disbursement_id, old.reference, old.amount, old.recipient_code, old.started_by, old.created_at)
     or (old.booked_at is not null and new.booked_at is distinct from old.booked_at)
     or (old.paid_late_at is not null and new.paid_late_at is distinct from old.paid_late_at)
     or new.posts < old.posts
     or (old.state in ('failed', 'refused', 'reversed') and new.state <> old.state)
     or (old.state = 'success' and new.state not in ('success', 'reversed')) then
    raise exception 'a payout attempt keeps its reference and its end' using errcode = 'TK001';
  end if;
  return new;
end $$;
