-- New case numbers end with four random digits, so that a number cannot be guessed from another one. Those of before have at most eight digits, and stay.
create function aid_applications_lengthen_number() returns trigger language plpgsql as $$
begin
  -- A restored backup has its numbers.
  if new.number < 100000000 and not exists (select from restoring) then
    -- The first bits of a random UUID are random.
    new.number := new.number * 10000 + ('x' || substr(gen_random_uuid()::text, 1, 8))::bit(32)::bigint % 10000;
  end if;
  return new;
end $$;
create trigger aid_applications_number before insert on aid_applications
  for each row execute function aid_applications_lengthen_number();
