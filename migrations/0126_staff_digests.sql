-- The morning mail of staff about what waits for them. Without a row they get it.
create table staff_digests (
  user_id uuid primary key references profiles (user_id) on delete cascade,
  wanted boolean not null default true,
  -- The last day, in Lagos, on which it was sent or had nothing to say.
  done_on date
);
