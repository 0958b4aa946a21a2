-- A code that a person asked for belongs to the account that asked: it opens the profile for no other, and no other uses it up.
alter table claim_codes add column asked_by uuid references users (id) on delete cascade;
-- Earlier ones name no account, so they open nothing.
delete from claim_codes where sent_by is null;
alter table claim_codes add constraint claim_codes_from check ((sent_by is null) <> (asked_by is null));
