-- A number may have a new owner: the codes that it receives then open sessions that see state only (decision 0092).
alter table users
  -- Why the owner of the number is in doubt: no code for half a year, or a report. Null: nothing speaks against it.
  add column phone_doubt text check (phone_doubt in ('silent', 'swapped', 'reissued')) check (phone_doubt is null or phone is not null),
  -- Wrong names or years that sessions gave since the doubt began.
  add column second_fact_misses int not null default 0 check (second_fact_misses >= 0);

-- Sees the state of requests only, until it gives a second fact.
alter table sessions add column limited boolean not null default false check (by_text or not limited);

-- Given by the person, to be asked for when their number is in doubt.
alter table profiles add column birth_year int check (birth_year between 1900 and 2100);
comment on table profiles is
'profile: name, phone, address, bio, year of birth, role, the roles of staff, whether staff checked who the person is, who did and
  when; its words for searching
why: to help, and to know who is asking
kept: until the account is closed
people: account holders
basis: contract
recipients: administrators';

create or replace function identities_end_phone() returns trigger language plpgsql as $$
begin
  update users set phone = null, phone_confirmed_at = null, phone_doubt = null, second_fact_misses = 0,
                   user_metadata = user_metadata - 'phone' - 'phone_verified'
   where id = old.user_id and phone is not null;
  delete from sessions where user_id = old.user_id and by_text;
  return null;
end $$;
