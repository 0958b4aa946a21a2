-- A signed-in user proves the address of the account with a mailed code, without losing the session.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_current', 'device', 'proof'));
