-- A device is known by the name of its browser, for the mail about a new one, or by the secret in its cookie.
alter table known_devices add column kind text not null default 'user_agent' check (kind in ('user_agent', 'secret'));
alter table known_devices alter column kind drop default;

-- A mailed code that makes a device known.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_current', 'device'));

-- Wrong codes are counted by network and by device (rate_limits), so that a stranger cannot use up a code.
alter table one_time_tokens drop column misses;
