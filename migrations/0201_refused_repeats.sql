-- When the provider refused a repeat of a transfer. It checks business, hold and fields before the reference, so the refusal says nothing of
-- the first post: only verify and the list of transfers, both a day later, say that no transfer exists.
alter table payout_attempts add column repeat_refused_at timestamptz check (repeat_refused_at is null or posts > 1);

create function payout_attempts_refused() returns trigger language plpgsql as $$
begin
  if new.state = 'refused' and old.state <> 'refused' and new.posts > 1
     and (new.repeat_refused_at is null or new.ended_at < new.repeat_refused_at + interval '1 day') then
    raise exception 'the refusal of a repeat says nothing of the first post for a day' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger payout_attempts_refused before update on payout_attempts for each row execute function payout_attempts_refused();
