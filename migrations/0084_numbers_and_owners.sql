-- Finds people by the number that they have proven, which may differ from the one in the profile: staff see it and call it.
create function words_of_person(profile public.profiles) returns tsvector language sql stable as $$
  select public.search_words(profile.full_name, users.email, profile.phone, array[profile.user_id, profile.id])
           || array_to_tsvector(array_remove(array[coalesce(public.phone_key(users.phone), '')], ''))
    from public.users where users.id = profile.user_id
$$;

create or replace function profiles_keep_words() returns trigger language plpgsql as $$
begin
  new.search_words := coalesce(public.words_of_person(new), ''::tsvector);
  return new;
end $$;

create or replace function users_keep_words() returns trigger language plpgsql as $$
begin
  update public.profiles set search_words = public.words_of_person(profiles) where user_id = new.id;
  return null;
end $$;
create trigger users_number_words after update of phone on users for each row when (old.phone is distinct from new.phone)
  execute function users_keep_words();

update profiles set search_words = words_of_person(profiles) where user_id in (select id from users where phone is not null);

-- Returns open work of closed accounts to everyone.
update contact_messages set assigned_to = null
 where state <> 'answered' and assigned_to in (select id from users where closed_at is not null);
update differences set assigned_to = null
 where state = 'open' and assigned_to in (select id from users where closed_at is not null);
