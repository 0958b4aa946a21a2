-- A recipient who said that all of it came may say otherwise for a day: the answer that flatters the published figure is as easy to
-- take back as it is to give.
create or replace function confirmations_guard() returns trigger language plpgsql as $$
declare
  payment disbursements;
begin
  if tg_op = 'INSERT' then
    if exists (select from restoring) then
      return new;
    end if;
    select * into payment from disbursements where id = new.disbursement_id;
    if payment.state = 'confirmed' and payment.ended_at + interval '24 hours' <= new.created_at then
      raise exception 'the answer that all of it came can be changed for 24 hours' using errcode = 'TK001';
    end if;
    if new.recorded_by = any (hands_of(payment)) is not true
       and (new.how not in ('counter', 'assisted')
            or (new.how = 'assisted') = exists (select from slip_reads where disbursement_id = payment.id)) then
      return new;
    end if;
  end if;
  raise exception 'a confirmation is recorded once, and not by who paid it out: % is refused', tg_op using errcode = 'TK001';
end $$;
