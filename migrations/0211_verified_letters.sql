-- Who wrote a message counts only where it is proven (decision 0047). The contact page takes any name and address.
update contact_messages set user_id = null where origin = 'contact';
alter table contact_messages
  drop constraint contact_messages_of_applicant,
  add constraint contact_messages_of_applicant check (
    case when origin = 'staff' then user_id is not null and application_id is not null and message = '' else user_id is null end
  );

alter table contact_replies
  -- Whether the applicant wrote it beyond doubt: on their page, or from the proven address of their account, which their mail server
  -- vouches for. Null for what staff wrote.
  add column verified boolean;
update contact_replies set verified = channel = 'page' and message_id in (select id from contact_messages where origin = 'staff')
 where not is_from_us;
alter table contact_replies
  add constraint contact_replies_verified check (
    is_from_us = (verified is null) and (verified is not true or sender is null)
  );

create function contact_replies_check_writer() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.contact_messages join public.users on users.id = contact_messages.user_id
     where contact_messages.id = new.message_id and (new.channel = 'page' or users.email_proven_at is not null)
  ) then
    raise exception 'a verified reply needs the page or the proven address of an applicant';
  end if;
  return new;
end $$;
create trigger contact_replies_check_writer before insert or update of verified on contact_replies
  for each row when (new.verified) execute function contact_replies_check_writer();
