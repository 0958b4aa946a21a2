-- The beacon's signature over its round, so that anyone can check a draw from the log alone. Null of draws before this.
alter table samples add column signature text check (signature is null or (signature ~ '^([0-9a-f]{2})+$' and randomness is not null));
create or replace function samples_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.state = 'announced' then return new; end if;
  if tg_op = 'UPDATE'
     and (new.id, new.period, new.wanted, new.beacon, new.round, new.round_at, new.announced_by, new.announced_at)
         is not distinct from (old.id, old.period, old.wanted, old.beacon, old.round, old.round_at, old.announced_by, old.announced_at)
     and (old.state = 'announced' and new.state in ('drawn', 'void')
          or old.state = 'drawn' and new.state = 'closed'
             and (new.checkpoint_size, new.randomness, new.signature, new.seed, new.payments, new.households, new.drawn_at, new.closes_at)
                 is not distinct from
                 (old.checkpoint_size, old.randomness, old.signature, old.seed, old.payments, old.households, old.drawn_at, old.closes_at)) then
    return new;
  end if;
  raise exception 'a sample is announced, drawn and closed once: % is refused', tg_op using errcode = 'TK001';
end $$;
