-- People and how they prove who they are: accounts, sign-ins, second steps, and the profile that says what they may do.

create table users (
  id uuid primary key,
  -- Lower case. Null: signs in through a provider only, or the account was closed.
  email text constraint users_email_taken unique check (email = lower(email) and char_length(email) <= 254),
  -- From when this address may sign in. Without e-mail confirmation that is from the start.
  email_confirmed_at timestamptz,
  -- When somebody showed that mail to this address reaches them. An address that nobody proved links to nothing by itself.
  email_proven_at timestamptz,
  -- argon2id, in its own encoding. Null: no password, so none fits.
  password_hash text,
  -- A password that was printed or handed over: good until then, and only to choose another one.
  password_expires_at timestamptz,
  password_change_required boolean not null default false,
  -- Written by its owner, so it decides nothing.
  user_metadata jsonb not null default '{}',
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text check (new_email = lower(new_email) and char_length(new_email) <= 254),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  -- Closed: nothing personal is left in this row. It stays for the rows of money that point to it.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (closed_at is null
         or (email is null and password_hash is null and new_email is null and user_metadata = '{}'))
);

create table profiles (
  id uuid primary key,
  user_id uuid not null constraint profiles_user_taken unique references users (id),
  full_name text not null default '' check (char_length(full_name) <= 200),
  phone text not null default '' check (char_length(phone) <= 21),
  address text not null default '' check (char_length(address) <= 500),
  bio text not null default '' check (char_length(bio) <= 2000),
  -- The only place where a role stands.
  role text not null default 'beneficiary' check (role in ('beneficiary', 'admin')),
  is_approved boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index profiles_by_role on profiles (role, created_at desc, id desc);

create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- 'email', or the provider that vouches.
  provider text not null,
  -- The provider's own name for the person; for 'email' it is the user's id.
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  identity_data jsonb not null,
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_subject_taken unique (provider, provider_id)
);
create index identities_of_user on identities (user_id);

create table factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Encrypted.
  secret_sealed bytea,
  -- Digits only.
  phone text,
  last_challenged_at timestamptz,
  -- The time step of the last code that was accepted: it and older ones are used up.
  last_step bigint not null default 0,
  misses integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_name_taken unique (user_id, friendly_name),
  check ((factor_type = 'totp') = (secret_sealed is not null)),
  check ((factor_type = 'phone') = (phone is not null))
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- How many refresh tokens it has had. The tokens themselves are not stored: they prove themselves by a keyed hash.
  refresh_counter integer not null default 0,
  -- Tokens before this one are from before the second step, and are never exchanged for what came after it.
  raised_counter integer not null default 0,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- What raised it.
  factor_id uuid references factors (id) on delete set null,
  -- [{method, timestamp}], newest first.
  amr jsonb not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  address text not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_of_factor on sessions (factor_id) where factor_id is not null;
create index sessions_idle on sessions (refreshed_at);

create table challenges (
  id uuid primary key,
  factor_id uuid not null references factors (id) on delete cascade,
  -- Bound to the session that asked: mobile networks change addresses between two requests.
  session_id uuid not null references sessions (id) on delete cascade,
  -- Phone: the keyed hash of the code that was sent.
  code_hash bytea,
  misses integer not null default 0,
  created_at timestamptz not null,
  used_at timestamptz
);
create index challenges_of_factor on challenges (factor_id, created_at desc);
create index challenges_of_session on challenges (session_id);
create index challenges_oldest on challenges (created_at);

-- A sign-in under way: from the request to the exchange of its code (PKCE), by way of a mail or of a provider.
create table flow_states (
  id uuid primary key,
  purpose text not null check (purpose in ('oauth', 'link', 'signup', 'recovery', 'email_change')),
  -- What the provider hands back to us.
  state_hash bytea constraint flow_states_state_taken unique,
  provider text,
  -- Whose it is: known from the start for mail and linking, after the callback for sign-in.
  user_id uuid references users (id) on delete cascade,
  -- The session that asked for linking: it must still be there at the callback.
  session_id uuid references sessions (id) on delete cascade,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  redirect_to text not null,
  -- Encrypted: our own secrets towards the provider, later the provider's tokens.
  sealed bytea,
  auth_code_hash bytea constraint flow_states_code_taken unique,
  code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_oldest on flow_states (created_at);
create index flow_states_of_user on flow_states (user_id);
create index flow_states_of_session on flow_states (session_id);

-- What was mailed: a link and a code, told apart, so that one does not help to guess the other.
create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_current')),
  -- The address it was sent to: with the code it makes the hash.
  email text not null,
  code_hash bytea not null,
  link_hash bytea not null constraint one_time_tokens_link_taken unique,
  -- The flow that its own request began.
  flow_id uuid references flow_states (id) on delete set null,
  misses integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint one_time_tokens_one_each unique (user_id, purpose)
);
create index one_time_tokens_expired on one_time_tokens (expires_at);

-- Devices that somebody signed in from before, by a keyed hash: an unknown one is told to the owner.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Encrypted.
  private_sealed bytea not null,
  -- Published from its making on, signing only once every cache of the key set has seen it.
  signs_from timestamptz not null,
  created_at timestamptz not null
);
