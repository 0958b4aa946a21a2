-- Keeps the household of a closed account for 30 days: awards to its members still count together.
-- Names accounts, which stay, in place of profiles, which a closing deletes.
alter table former_households
  drop constraint former_households_first_id_fkey,
  drop constraint former_households_second_id_fkey;
alter table former_households
  add constraint former_households_first_id_fkey foreign key (first_id) references users(id) not valid,
  add constraint former_households_second_id_fkey foreign key (second_id) references users(id) not valid;
create index former_households_parted on former_households (parted_at);
comment on table person_links is
'whether two people who ask for aid live together, are one person, or are unrelated, as a reviewer said; the households that
  follow from it, and until when others did; which profiles of one person were merged, and by whom; which account claimed the profile
  of a person whom staff had entered, and the keyed hash of the code for it
why: so that one need is not paid twice, and no figure that we publish stands for fewer than ten households. It is not in a
  person''s data export, because it is about another person too
kept: until one of the accounts is closed; a code, until it is used or two days old; who were one household, by account numbers alone,
  30 days after they are none
people: people who ask for aid
basis: interest
recipients: administrators';
