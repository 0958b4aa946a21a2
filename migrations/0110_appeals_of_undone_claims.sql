-- Unused since 0.1.0, which has no appeals: who appeals locks the request before it looks for an earlier appeal.
-- A second appeal follows one of an account whose claim was undone: that one was not of whose the request is.
alter table appeals add column claim_undone_at timestamptz;
create unique index appeals_counted on appeals (application_id) where (claim_undone_at is null);
create index appeals_of_application on appeals (application_id, created_at);
alter table appeals drop constraint appeals_application_id_key;

-- The decision about the request is that about its newest appeal; the words of all go with it.
create or replace function appeals_follow_request() returns trigger language plpgsql as $$
begin
  update public.appeals
     set state = case when new.status = 'rejected' then 'upheld' when new.status = 'approved' then 'changed'
                      when new.erased_at is not null then 'withdrawn' else 'open' end,
         decided_at = new.decided_at
   where application_id = new.id
     and not exists (select from public.appeals as later
                      where later.application_id = new.id and later.created_at > appeals.created_at);
  if new.erased_at is not null then
    update public.appeals set text = null where application_id = new.id and text is not null;
  end if;
  return null;
end $$;
