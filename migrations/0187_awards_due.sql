-- An approved request waits for an award: without this date it was in no list once it was approved.
create function award_due_after(urgency text, moment timestamptz) returns timestamptz language sql immutable parallel safe
  return moment + make_interval(days => case urgency when 'critical' then 1 else 3 end);

alter table aid_applications
  -- By when an approved request gets an award. Empty before the approval, while an award is granted, and after one was paid.
  add column award_due_at timestamptz,
  -- When administrators were last mailed that its award is late.
  add column award_late_told_at timestamptz;

update aid_applications set award_due_at = award_due_after(urgency, coalesce(
    (select max(ended_at) from awards where application_id = aid_applications.id), decided_at))
 where status = 'approved' and erased_at is null
   and not exists (select from awards where application_id = aid_applications.id and state in ('granted', 'closed'));
create index aid_applications_award_due on aid_applications (award_due_at, id) where award_due_at is not null;

create function aid_applications_keep_award_due() returns trigger language plpgsql as $$
begin
  if new.status <> 'approved' or new.erased_at is not null then
    new.award_due_at := null;
  elsif old.status <> 'approved' and not exists (
      select from public.awards where application_id = new.id and state in ('granted', 'closed')) then
    new.award_due_at := public.award_due_after(new.urgency, new.decided_at);
  end if;
  return new;
end $$;
create trigger aid_applications_award_due before update of status, erased_at on aid_applications
  for each row execute function aid_applications_keep_award_due();

create function awards_keep_due() returns trigger language plpgsql as $$
begin
  if new.state in ('granted', 'closed') then
    update public.aid_applications set award_due_at = null where id = new.application_id and award_due_at is not null;
  elsif new.state = 'cancelled' then
    update public.aid_applications set award_due_at = public.award_due_after(urgency, new.ended_at)
     where id = new.application_id and award_due_at is null and status = 'approved' and erased_at is null
       and not exists (select from public.awards where application_id = new.application_id and state in ('granted', 'closed'));
  end if;
  return null;
end $$;
create trigger awards_due after insert or update of state on awards for each row execute function awards_keep_due();
