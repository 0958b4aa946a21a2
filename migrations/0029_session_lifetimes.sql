alter table sessions
  -- Whether the token before the current one was presented again and accepted: that happens once, for a lost answer.
  add column parent_accepted boolean not null default false,
  -- When it was last used, to the minute. Only sessions of administrators have it: they end when idle.
  add column used_at timestamptz;

-- What a person sees under "sign-ins". Sessions are deleted when they end; these are kept for 90 days.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method text not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  address text not null,
  created_at timestamptz not null
);
create index sign_ins_of_user on sign_ins (user_id, created_at desc);
create index sign_ins_oldest on sign_ins (created_at);
