-- Holds the warning of an act from an account until a day after the last mail, as news of its requests is held: both go in one mail.
alter table request_addresses
  add column held_act text check (held_act ~ '^[A-Za-z]+$'),
  -- The case number that the warning names.
  add column held_act_request text;
create index request_addresses_held_acts on request_addresses (last_mailed_at) where (held_act is not null);
comment on table request_addresses is
'mail about requests to unproven addresses: a keyed hash of the address, hashes of its links'' tokens, the time of the last
  mail, the kind of the news and of the act held back, with the case number of the act
why: to send a stranger at most one mail a day, and to let them stop it
kept: until the account is closed, and a day more; tokens, 90 days
people: people who ask for aid
basis: interest';
