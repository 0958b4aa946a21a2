-- The household that a request counts for: that of its applicant, or the applicant alone.
create view request_households as
  select request.id as application_id, coalesce(household_id, request.user_id) as household
    from aid_applications as request left join household_members using (user_id);
