-- While a change of address can be undone, no other account may take the old address: the link in its mail must work. Checked after
-- the write, so that a change that commits at the same moment is seen. `updated_at` is the application's time of the write.
create index one_time_tokens_reserving on one_time_tokens (email) where purpose = 'email_change_undo';

create function users_respect_reserved_address() returns trigger language plpgsql as $$
begin
  if exists (select from one_time_tokens
              where purpose = 'email_change_undo' and email = new.email and user_id <> new.id and expires_at > new.updated_at) then
    raise exception 'the address is reserved for the account that had it' using errcode = '23505', constraint = 'users_email_taken';
  end if;
  return null;
end $$;
create trigger users_address_reserved_on_insert after insert on users
  for each row when (new.email is not null) execute function users_respect_reserved_address();
create trigger users_address_reserved_on_update after update of email on users
  for each row when (new.email is distinct from old.email) execute function users_respect_reserved_address();
