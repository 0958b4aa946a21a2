-- A mailed code confirms a change in a session (`GET /reauthenticate`), and a mailed link undoes a change of address for seven days.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_current', 'device', 'proof',
                     'reauthentication', 'email_change_undo'));

-- A user has one token per purpose, except that each change of address can be undone.
alter table one_time_tokens drop constraint one_time_tokens_one_each;
create unique index one_time_tokens_one_each on one_time_tokens (user_id, purpose) where purpose <> 'email_change_undo';
create index one_time_tokens_of_user on one_time_tokens (user_id);

-- The session that asked for a change of address: it stays when the others end.
alter table one_time_tokens add column session_id uuid references sessions (id) on delete set null;
create index one_time_tokens_of_session on one_time_tokens (session_id) where session_id is not null;
