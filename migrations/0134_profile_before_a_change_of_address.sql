-- Keeps the profile of before a change of address with the link that undoes it: who took an account over writes their own telephone there.
-- Null with every other token, and with those of the version before.
alter table one_time_tokens add column profile_before jsonb check (jsonb_typeof(profile_before) = 'object');
comment on table flow_states is
'one-time tokens, flows: hashes, a keyed hash of the network that asked, and with the link that undoes a change of address the
  profile of before it
why: to confirm, recover, sign in
kept: a day at most after they end
people: account holders
basis: contract';
