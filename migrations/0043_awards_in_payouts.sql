-- What an award has left to pay out is read, not added up for each open award: its part in payouts is kept beside it.
alter table awards add column in_payouts bigint not null default 0 check (in_payouts >= 0 and in_payouts <= amount);
comment on column awards.in_payouts is 'in kobo: what stands in its payouts that were not cancelled, less what came back';

create function award_in_payouts(award uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount - returned), 0)::bigint from disbursements where award_id = award and state <> 'cancelled'
$$;

create or replace function awards_guard() returns trigger language plpgsql as $$
begin
  -- A restored backup inserts awards of any state.
  if tg_op = 'INSERT' then
    if new.state not in ('proposed', 'granted') or exists (
         select from aid_applications where id = new.application_id and status = 'approved') then
      return new;
    end if;
  elsif new.in_payouts <> old.in_payouts then
    if to_jsonb(new) - 'in_payouts' = to_jsonb(old) - 'in_payouts' and new.in_payouts = award_in_payouts(new.id) then
      return new;
    end if;
  elsif (new.id, new.application_id, new.amount, new.proposed_by, new.proposed_at) is not distinct from
        (old.id, old.application_id, old.amount, old.proposed_by, old.proposed_at)
    and ((new.state = 'granted' and old.state in ('proposed', 'granted'))
         or (new.state = 'cancelled' and old.state in ('proposed', 'granted'))
         or (new.state = 'closed' and old.state = 'granted'))
    and (old.granted_by is null or new.granted_by = old.granted_by) then
    return new;
  end if;
  raise exception 'an award keeps what was proposed and granted: % is refused', tg_op using errcode = 'TK001';
end $$;

-- The award is locked by disbursements_guard before: two payouts of one award are added one after the other.
create function disbursements_counted() returns trigger language plpgsql as $$
begin
  update awards set in_payouts = award_in_payouts(id)
   where id = new.award_id and in_payouts <> award_in_payouts(id);
  return null;
end $$;
create trigger disbursements_counted after insert on disbursements for each row execute function disbursements_counted();
create trigger disbursements_counted_later after update of state, returned on disbursements for each row
  when (new.returned <> old.returned or (new.state = 'cancelled') <> (old.state = 'cancelled'))
  execute function disbursements_counted();

update awards set in_payouts = award_in_payouts(id) where in_payouts <> award_in_payouts(id);

create index awards_to_pay_out on awards (proposed_at, id) where state = 'granted' and amount > in_payouts;
