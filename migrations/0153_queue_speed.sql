-- What finds possible duplicates, kept with the profile: computing it for each row of a list took most of the list’s time.
alter table profiles
  add column phone_key text not null generated always as (phone_key(phone)) stored,
  add column person_key text generated always as (person_key(full_name, address)) stored;
drop index profiles_by_phone, profiles_by_person;
create index profiles_by_phone on profiles (phone_key) where phone <> '';
create index profiles_by_person on profiles (person_key);

-- The views Next and Late are found and counted in this index alone.
drop index aid_applications_due;
create index aid_applications_due on aid_applications (due_at, id)
  include (waiting_since, user_id, entered_by, assigned_to, snoozed_until, snoozed_until_answered, held_by, held_until)
  where due_at is not null;
