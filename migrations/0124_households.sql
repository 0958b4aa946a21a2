-- What reviewers say of two people who look alike or live together, once for each pair. Deleted with either profile.
create table person_links (
  first_id uuid not null references profiles (user_id) on delete cascade,
  second_id uuid not null references profiles (user_id) on delete cascade,
  link text not null check (link in ('same_household', 'same_person', 'unrelated')),
  -- The reviewer.
  said_by uuid not null,
  said_at timestamptz not null,
  primary key (first_id, second_id),
  check (first_id < second_id)
);
create index person_links_of_second on person_links (second_id);

-- The people whom these links join, directly or through others. A person without links has no row, and is a household of their own.
create table household_members (
  user_id uuid primary key references profiles (user_id) on delete cascade,
  household_id uuid not null
);
create index household_members_of on household_members (household_id);
