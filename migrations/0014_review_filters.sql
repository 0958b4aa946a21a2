-- The three filters that reviewers set together: without an index of its own their combination, and the count of it, walks through
-- the requests of one of them.
create index aid_applications_by_status_type_urgency
  on aid_applications (status, application_type, urgency, created_at desc, id desc)
  where erased_at is null or decided_at is not null;
