-- Counts an account that was of a household when it was closed as no household more: those of the others count it already.
create table closed_members (
  user_id uuid primary key references users(id)
);
comment on table closed_members is 'see person_links';
insert into closed_members (user_id)
  select id from users where closed_at is not null
     and exists (select from former_households where users.id in (first_id, second_id));
create or replace view request_households as
  select request.id as application_id,
         coalesce(household_id, case when closed_members.user_id is null then request.user_id end) as household
    from aid_applications as request left join household_members using (user_id) left join closed_members using (user_id);
comment on table person_links is
'whether two people who ask for aid live together, are one person, or are unrelated, as a reviewer said; the households that
  follow from it, and until when others did; that a closed account was of one; which profiles of one person were merged, and by
  whom; which account claimed the profile of a person whom staff had entered, and the keyed hash of the code for it
why: so that one need is not paid twice, and no figure that we publish stands for fewer than ten households. It is not in a
  person''s data export, because it is about another person too
kept: until one of the accounts is closed; a code, until it is used or two days old; who were one household, by account numbers alone,
  30 days after they are none; that a closed account was of a household, permanently
people: people who ask for aid
basis: interest
recipients: administrators';
