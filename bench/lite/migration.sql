-- The tables of the compared calls, as the spec describes them.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null,
  subject text not null,
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null default now()
);
create table donations (
  id uuid primary key default gen_random_uuid(),
  amount numeric not null check (amount > 0),
  status text not null default 'pending',
  customer_email text not null,
  donation_type text not null,
  message text,
  transaction_reference text not null unique,
  created_at timestamptz not null default now()
);
create index donations_created_at on donations (created_at desc, id desc);
