-- What a recipient is said to have answered is recorded neither by themselves in the name of the staff, nor by a relative who shares an account
-- (migrations/0167_relatives.sql), nor by someone of whom a reviewer has said that they live with them. Only what was so at the time counts.
create function confirmations_relatives() returns trigger language plpgsql as $$
declare
  request uuid;
  applicant uuid;
begin
  if new.recorded_by is null then
    return new;
  end if;
  select application.id, application.user_id into strict request, applicant
    from disbursements join awards on awards.id = disbursements.award_id
    join aid_applications as application on application.id = awards.application_id
   where disbursements.id = new.disbursement_id;
  if applicant = new.recorded_by or exists (
    select from person_links
     where link in ('same_household', 'same_person') and said_at <= new.created_at
       and (first_id, second_id) = (least(applicant, new.recorded_by), greatest(applicant, new.recorded_by))) then
    raise exception 'an answer is recorded by someone else than the recipient and their household' using errcode = 'TK001';
  end if;
  perform refuse_relative(request, new.recorded_by, new.created_at);
  return new;
end $$;
create trigger confirmations_relatives before insert on confirmations for each row execute function confirmations_relatives();
