-- Entries that tell a donor how much of their gift is counted, and of which description, and what the public can read in clear.
alter table log_entries drop constraint log_entries_type_check;
alter table log_entries add constraint log_entries_type_check check (type in (
  'gift', 'given_back', 'award', 'disbursement', 'outcome', 'confirmation', 'allocation', 'counted', 'share',
  'rows', 'inflow', 'totals', 'policy', 'sample'));
-- What was put into the log, kept beside the entry: a later change of the entry shows which one it is.
alter table log_entries alter column leaf_hash drop expression;
create function log_entries_hash() returns trigger language plpgsql as $$
begin
  new.leaf_hash := coalesce(new.leaf_hash, sha256('\x00'::bytea || new.content));
  return new;
end $$;
create trigger log_entries_hash before insert on log_entries for each row execute function log_entries_hash();
create or replace function log_entries_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.fields is null and new.salt is null
     and (new.leaf_index, new.type, new.subject, new.content, new.leaf_hash, new.recorded_at) is not distinct from
         (old.leaf_index, old.type, old.subject, old.content, old.leaf_hash, old.recorded_at) then
    return new;
  end if;
  raise exception 'an entry of the log stays; only what opens it can be erased: % is refused', tg_op using errcode = 'TK001';
end $$;
