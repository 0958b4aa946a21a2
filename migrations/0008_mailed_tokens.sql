-- Where both addresses have to agree to a change, one of them is the first: it is remembered here, not by its row's absence.
alter table one_time_tokens add column confirmed_at timestamptz;

-- A code arrives with the address that it was sent to.
create index one_time_tokens_by_email on one_time_tokens (email, created_at desc);
