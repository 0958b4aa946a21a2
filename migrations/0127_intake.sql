-- Requests that staff enter for people who come, call, or are visited. `self`: sent by the applicant.
alter table aid_applications
  add column channel text not null default 'self' check (channel in ('self', 'walk_in', 'call', 'field')),
  add constraint aid_applications_entered check ((channel = 'self') = (entered_by is null));

-- The same key of one member of staff enters one request, whoever it is for.
create unique index aid_applications_entered_once on aid_applications (entered_by, idempotency_key_hash)
  where entered_by is not null;
