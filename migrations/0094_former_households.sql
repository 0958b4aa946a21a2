-- Keeps who were one household: grants to them count together for 30 days, also once a reviewer parts them. One person could otherwise
-- part a household, let two people grant what needs three, and join it again (decision 0113).
create table former_households (
  first_id uuid references profiles(user_id) on delete cascade,
  second_id uuid references profiles(user_id) on delete cascade,
  -- When a reviewer took back what joined them, last.
  parted_at timestamptz not null,
  constraint former_households_check check (first_id < second_id),
  primary key (first_id, second_id)
);
create index former_households_of_second on former_households (second_id);
comment on table former_households is 'see person_links';

-- As people_of_request, with those who were of the household until after that moment.
create function people_of_request(request uuid, since timestamptz) returns table (user_id uuid, rank integer) language sql stable as $$
  with known as (select people.user_id, people.rank from people_of_request(request) as people),
  parted as (
    select case when former.first_id = asked.user_id then former.second_id else former.first_id end as user_id
      from aid_applications as asked join former_households as former on asked.user_id in (former.first_id, former.second_id)
     where asked.id = request and former.parted_at > since)
  select known.user_id, known.rank from known
  union all
  select parted.user_id, 3 from parted where parted.user_id not in (select known.user_id from known)
$$;

create or replace function awards_counted(request uuid, since timestamptz, with_proposed boolean) returns bigint language sql stable as $$
  select (coalesce((select sum(award_kept(awards)) from awards where application_id = request and state in ('granted', 'closed')), 0)
    + coalesce((
        select sum(award_kept(awards))
          from people_of_request(request, since) as people
          join aid_applications on aid_applications.user_id = people.user_id and aid_applications.id <> request
          join awards on awards.application_id = aid_applications.id
         where (awards.state in ('granted', 'closed') and granted_at > since)
            or (with_proposed and awards.state = 'proposed' and proposed_at > since)), 0))::bigint
$$;

comment on table person_links is
'whether two people who ask for aid live together, are one person, or are unrelated, as a reviewer said; the households that
  follow from it, and until when others did; which profiles of one person were merged, and by whom; which account claimed the profile
  of a person whom staff had entered, and the keyed hash of the code for it
why: so that one need is not paid twice, and no figure that we publish stands for fewer than ten households. It is not in a
  person''s data export, because it is about another person too
kept: until one of the accounts is closed; a code, until it is used or two days old
people: people who ask for aid
basis: interest
recipients: administrators';
