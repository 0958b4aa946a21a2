alter table aid_applications
  -- When administrators were last mailed that it is late. A due date after that is one that they were not told about.
  add column late_told_at timestamptz;

alter table staff_digests
  add column late_wanted boolean not null default true,
  add column notices_when text not null default 'at_once' check (notices_when in ('at_once', 'hourly', 'never'));
update staff_digests set notices_when = 'never' where not notices_wanted;
alter table staff_digests drop column notices_wanted;

-- Since when it waits to be mailed, for those who want one mail an hour.
alter table request_notices add column since timestamptz not null default now();
alter table request_notices alter column since drop default;
