-- A closed difference ends in an entry of the ledger, or for one of a fixed list of reasons why no entry is right; two people said so.
-- Those that were closed before have neither.
alter table differences
  add column ending text check (ending in ('booked', 'duplicate', 'timing', 'corrected', 'misread', 'own_money')),
  add column entry text,
  add constraint differences_entry check ((ending is not null and ending = 'booked') = (entry is not null)),
  add constraint differences_ended check (ending is null or state = 'closed');

create or replace function differences_end_in_entries() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' and (new.state, new.ending, new.entry) is distinct from (old.state, old.ending, old.entry) then
    raise exception 'a closed difference keeps its end' using errcode = 'TK001';
  end if;
  if new.state <> 'closed' or old.state <> 'open' then
    return new;
  end if;
  if (new.kind = 'transfer' and late_outcome(new.subject, new.ledger - new.provider) is not null)
     or (new.kind = 'short_fund' and not exists (select from fund_covers where fund_covers.id = new.id)) then
    raise exception 'this difference ends in an entry' using errcode = 'TK001';
  end if;
  if new.ending is null or (new.ending = 'booked' and not exists (select from transfers where transfers.key = new.entry)) then
    raise exception 'a difference ends in an entry, or for a reason' using errcode = 'TK001';
  end if;
  if not exists (select from proposals
                  where kind = 'difference_closing' and subject_id = new.id and state = 'confirmed'
                    and (choice = new.ending or (new.ending = 'booked' and choice in ('paid', 'lost', 'back', 'cover')))) then
    raise exception 'two people close a difference' using errcode = 'TK001';
  end if;
  return new;
end $$;
