-- Only an address that its owner had proven is reserved after a change. Without confirmation, an account could otherwise be created
-- with a stranger's address and left at once, which would block that stranger for seven days.
alter table one_time_tokens add column reserves_address boolean not null default false;

update one_time_tokens set reserves_address = true where purpose = 'email_change_undo';

drop index one_time_tokens_reserving;
create index one_time_tokens_reserving on one_time_tokens (email) where reserves_address;

create or replace function users_respect_reserved_address() returns trigger language plpgsql as $$
begin
  if exists (select from one_time_tokens
              where reserves_address and email = new.email and user_id <> new.id and expires_at > new.updated_at) then
    raise exception 'the address is reserved for the account that had it' using errcode = '23505', constraint = 'users_email_taken';
  end if;
  return null;
end $$;
