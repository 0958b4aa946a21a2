-- A payout may be proposed with its award: the release of the payout grants it too (decision 0062). Nothing is released before.
create or replace function disbursements_guard() returns trigger language plpgsql as $$
declare
  award record;
begin
  if tg_op = 'UPDATE' and (new.id, new.award_id, new.kind, new.amount, new.item, new.payee_id, new.proposed_by, new.proposed_at)
       is distinct from (old.id, old.award_id, old.kind, old.amount, old.item, old.payee_id, old.proposed_by, old.proposed_at) then
    raise exception 'a disbursement keeps what was proposed' using errcode = 'TK001';
  end if;
  if tg_op = 'UPDATE' and old.sent_at is not null
     and (new.sent_at, new.sent_on, new.sent_by, new.released_by, new.holder) is distinct from
         (old.sent_at, old.sent_on, old.sent_by, old.released_by, old.holder) then
    raise exception 'a hand-over stays as it was recorded' using errcode = 'TK001';
  end if;
  select id, amount, state into award from awards where id = new.award_id for no key update;
  if new.state = 'proposed' and award.state not in ('proposed', 'granted')
     or new.state in ('released', 'sending') and award.state <> 'granted' then
    raise exception 'a disbursement needs a granted award' using errcode = 'TK001';
  end if;
  if new.state <> 'cancelled' and award.amount < new.amount - new.returned + coalesce(
       (select sum(amount - returned) from disbursements
         where award_id = new.award_id and id <> new.id and state <> 'cancelled'), 0) then
    raise exception 'the disbursements of an award are at most the award' using errcode = 'TK005';
  end if;
  return new;
end $$;
