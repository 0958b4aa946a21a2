-- Cancels texts about a person's requests that wait, once their number left the account, or staff recorded that it is someone else's: the
-- next account with it, or a stranger, would read them. Whatever takes the number away deletes its identity (0021).
create function users_cancel_texts() returns trigger language plpgsql as $$
begin
  update public.outgoing_text_messages set text_sealed = null, next_try_at = null, failed_at = now(), last_error = 'CANCELED'
   where next_try_at is not null and recipient = old.phone
     and id in (select text_id from public.request_letters join public.aid_applications on aid_applications.id = application_id
                 where user_id = old.id);
  return null;
end $$;
create trigger users_number_texts after update of phone, phone_doubt on users for each row
  when (old.phone is distinct from new.phone or (old.phone_doubt is distinct from new.phone_doubt and new.phone_doubt in ('swapped', 'reissued')))
  execute function users_cancel_texts();
