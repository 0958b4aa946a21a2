-- Consent: the version of the privacy notice that the page showed. Its moment is created_at. Null: the client named none.
alter table aid_applications add column privacy_version text check (privacy_version ~ '^\d{4}-\d{2}-\d{2}$');
alter table contact_messages add column privacy_version text check (privacy_version ~ '^\d{4}-\d{2}-\d{2}$');

-- For the job that erases what is kept no longer.
create index aid_applications_retained on aid_applications (decided_at) where decided_at is not null and erased_at is null;
create index documents_unsent on documents (created_at) where evidence_at is null;
