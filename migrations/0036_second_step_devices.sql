-- A device that has passed an account's second step has its own allowance of codes, so that a stranger who knows the password cannot
-- use up its owner's.
alter table known_devices drop constraint known_devices_kind_check;
alter table known_devices add constraint known_devices_kind_check check (kind in ('user_agent', 'secret', 'second_step'));
