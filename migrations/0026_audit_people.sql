-- Whose data was opened, so that this person can see it, and so that the people opened by one account can be counted.

alter table audit_events add column person_id uuid;
alter table audit_events disable trigger audit_events_append_only;
update audit_events set person_id = profiles.user_id
  from profiles where subject = 'beneficiary' and subject_id = profiles.id::text;
update audit_events set person_id = aid_applications.user_id
  from aid_applications where subject = 'application' and subject_id = aid_applications.id::text;
update audit_events set person_id = documents.user_id
  from documents where subject = 'document' and subject_id = documents.id::text;
alter table audit_events enable trigger audit_events_append_only;
alter table audit_events add constraint audit_events_person_id_fkey foreign key (person_id) references users (id);
create index audit_events_of_person on audit_events (person_id, created_at desc, id desc) where person_id is not null;

-- system: a job of the instance, such as the one that reports unusual reading.
alter table audit_events drop constraint audit_events_actor_kind_check;
alter table audit_events add constraint audit_events_actor_kind_check
  check (actor_kind in ('administrator', 'operator', 'system'));
