-- A person who claims what staff had entered for them is named by the audit: until now it said that the system did it.
alter table audit_events drop constraint audit_events_actor_kind_check;
alter table audit_events add constraint audit_events_actor_kind_check
  check (actor_kind in ('administrator', 'operator', 'system', 'applicant'));
alter table audit_events add constraint audit_events_applicant
  check (actor_kind <> 'applicant' or (actor_id is not null and actor_role is null));
