-- A thread that staff began belongs to whose the request is: after a claim was undone, the account went on reading it, and who claimed
-- next did not see it.
create function aid_applications_move_thread() returns trigger language plpgsql as $$
begin
  update public.contact_messages set user_id = new.user_id, first_name = coalesce(profiles.full_name, ''), email = coalesce(users.email, '')
    from public.users left join public.profiles on profiles.user_id = users.id
   where users.id = new.user_id and contact_messages.application_id = new.id and contact_messages.origin = 'staff';
  return null;
end $$;
create trigger aid_applications_thread after update of user_id on aid_applications for each row
  when (old.user_id <> new.user_id) execute function aid_applications_move_thread();

-- Answers of an account whose claim is undone are not the applicant's: staff see them, the page of the request's owner does not.
create function profile_claims_end_answers() returns trigger language plpgsql as $$
begin
  update public.contact_replies set verified = false
   where verified and created_at >= old.claimed_at
     and message_id in (select id from public.contact_messages where origin = 'staff' and application_id = any (old.requests));
  return null;
end $$;
create trigger profile_claims_answers after delete on profile_claims for each row execute function profile_claims_end_answers();

update contact_messages set user_id = aid_applications.user_id, first_name = coalesce(profiles.full_name, ''), email = coalesce(users.email, '')
  from aid_applications join users on users.id = aid_applications.user_id left join profiles on profiles.user_id = users.id
 where contact_messages.application_id = aid_applications.id and origin = 'staff' and contact_messages.user_id <> aid_applications.user_id;
