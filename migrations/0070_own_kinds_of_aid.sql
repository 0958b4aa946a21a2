-- An organisation names kinds of aid beside the spec's six, by publishing them (decision 0096).
alter table aid_kinds
  -- Null for the spec's six, which are named in the words of the pages.
  add column title text check (char_length(title) between 1 and 40),
  -- The fund that its requests draw on first; null for the spec's six, whose funds name them.
  add column fund text references funds(name),
  add constraint aid_kinds_own check ((title is null) = (fund is null)) not valid;
alter table aid_kinds validate constraint aid_kinds_own;
-- Requests and the public log have the key, and people know it by its title.
create function aid_kinds_keep_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.name <> old.name or new.title is distinct from old.title then
    raise exception 'a kind of aid keeps its name' using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger aid_kinds_name_fixed before delete or update on aid_kinds for each row execute function aid_kinds_keep_name();
