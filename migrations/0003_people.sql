create table users (
  id uuid primary key,
  email text check (email = lower(email) and char_length(email) <= 254),
  -- From when this address may sign in. Without e-mail confirmation that is from the start.
  email_confirmed_at timestamptz,
  -- Time at which someone proved that they read mail at this address. An unproven address links to nothing by itself.
  email_proven_at timestamptz,
  -- argon2id, in its own encoding. Null: no password, so none fits.
  password_hash text,
  -- A password that was printed or handed over: good until then, and only to choose another one.
  password_expires_at timestamptz,
  password_change_required boolean not null default false,
  -- Written by its owner, so it decides nothing.
  user_metadata jsonb not null default '{}'::jsonb,
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
  constraint users_check check (closed_at is null or email is null and password_hash is null and new_email is null
    and user_metadata = '{}'::jsonb),
  -- Lower case. Null: signs in through a provider only, or the account was closed.
  constraint users_email_taken unique (email)
);
comment on table users is
'account: address, password hash, metadata, times, linked identities
why: to sign in
kept: until it is closed; then an empty row stays for the payments and decisions that refer to it
people: account holders
basis: contract
recipients: captcha, identity';

create function users_keep_words() returns trigger language plpgsql as $$
begin
  update profiles set search_words = search_words(full_name, new.email, phone, array[user_id, id]) where user_id = new.id;
  return null;
end $$;
create trigger users_words after update of email on users for each row when (old.email is distinct from new.email)
  execute function users_keep_words();

create function users_respect_reserved_address() returns trigger language plpgsql as $$
begin
  if exists (select from one_time_tokens
              where reserves_address and email = new.email and user_id <> new.id and expires_at > new.updated_at) then
    raise exception 'the address is reserved for the account that had it' using errcode = '23505', constraint = 'users_email_taken';
  end if;
  return null;
end $$;
create trigger users_address_reserved_on_insert after insert on users for each row when (new.email is not null)
  execute function users_respect_reserved_address();
create trigger users_address_reserved_on_update after update of email on users for each row
  when (new.email is distinct from old.email) execute function users_respect_reserved_address();
alter table data_keys add constraint data_keys_user_id_fkey foreign key (user_id) references users(id);

create table identities (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
  -- 'email', or the provider that vouches.
  provider text not null,
  -- The provider's own name for the person; for 'email' it is the user's id.
  provider_id text not null check (char_length(provider_id) >= 1 and char_length(provider_id) <= 255),
  identity_data jsonb not null,
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_subject_taken unique (provider, provider_id)
);
comment on table identities is 'see users';
create index identities_of_user on identities (user_id);

create table factors (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
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
  constraint factors_check check ((factor_type = 'totp') = (secret_sealed is not null)),
  constraint factors_check1 check ((factor_type = 'phone') = (phone is not null)),
  constraint factors_name_taken unique (user_id, friendly_name)
);
comment on table factors is
'second steps: an encrypted secret, or a phone number
why: to sign in safely
kept: until removed; a challenge, minutes
people: account holders
basis: contract, interest
recipients: texts';

create table sessions (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
  -- How many refresh tokens it has had. The tokens themselves are not stored: they prove themselves by a keyed hash.
  refresh_counter integer not null default 0,
  -- Tokens up to this count are older than the second step, and are never exchanged for later ones.
  raised_counter integer not null default 0,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- The second step that raised the session.
  factor_id uuid references factors(id) on delete set null,
  -- [{method, timestamp}], newest first.
  amr jsonb not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  address text not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- Whether the token before the current one was presented again and accepted: that happens once, for a lost answer.
  parent_accepted boolean not null default false,
  -- When it was last used, to the minute. Only sessions of administrators have it: they end when idle.
  used_at timestamptz,
  -- Set in the session that a recovery opened until it saves a new password: it may do nothing else, and ends then (docs/decisions/0046).
  recovery_ends_at timestamptz,
  -- Keyed hash of the device that refreshed last: only it may repeat a refresh whose answer was lost.
  device_hash bytea
);
comment on table sessions is
'sessions: device, network address, times
why: to show where a person is signed in
kept: until signed out, or 90 days unused
people: account holders
basis: contract, interest';
create index sessions_of_user on sessions (user_id);
create index sessions_of_factor on sessions (factor_id) where (factor_id is not null);
create index sessions_idle on sessions (refreshed_at);

create table challenges (
  id uuid primary key,
  factor_id uuid not null references factors(id) on delete cascade,
  -- Bound to the session that asked: mobile networks change addresses between two requests.
  session_id uuid not null references sessions(id) on delete cascade,
  -- Phone: the keyed hash of the code that was sent.
  code_hash bytea,
  misses integer not null default 0,
  created_at timestamptz not null,
  used_at timestamptz
);
comment on table challenges is 'see factors';
create index challenges_of_factor on challenges (factor_id, created_at desc);
create index challenges_of_session on challenges (session_id);
create index challenges_oldest on challenges (created_at);

-- A sign-in under way: from the request to the exchange of its code (PKCE), by way of a mail or of a provider.
create table flow_states (
  id uuid primary key,
  purpose text not null check (purpose in ('oauth', 'link', 'signup', 'recovery', 'email_change')),
  state_hash bytea,
  provider text,
  -- Its user: known from the start for mail and linking, after the callback for sign-in.
  user_id uuid references users(id) on delete cascade,
  -- The session that asked for linking: it must still be there at the callback.
  session_id uuid references sessions(id) on delete cascade,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  redirect_to text not null,
  -- Encrypted: our own secrets towards the provider, later the provider's tokens.
  sealed bytea,
  auth_code_hash bytea,
  code_issued_at timestamptz,
  created_at timestamptz not null,
  -- The value that the provider returns in the callback.
  constraint flow_states_state_taken unique (state_hash),
  constraint flow_states_code_taken unique (auth_code_hash)
);
comment on table flow_states is
'one-time tokens, flows: hashes, and a keyed hash of the network that asked
why: to confirm, recover, sign in
kept: a day at most after they end
people: account holders
basis: contract';
create index flow_states_oldest on flow_states (created_at);
create index flow_states_of_user on flow_states (user_id);
create index flow_states_of_session on flow_states (session_id);

-- A mailed link and code, hashed apart: one does not help to guess the other.
create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'email_change_new', 'email_change_current', 'device', 'proof',
    'reauthentication', 'email_change_undo')),
  -- The address it was sent to: with the code it makes the hash.
  email text not null,
  code_hash bytea not null,
  link_hash bytea not null,
  -- The flow that its own request began.
  flow_id uuid references flow_states(id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where both addresses have to agree to a change, one of them is the first: it is remembered here, not by its row's absence.
  confirmed_at timestamptz,
  -- The session that asked for a change of address: it stays when the others end.
  session_id uuid references sessions(id) on delete set null,
  -- Only an address that its owner had proven is reserved after a change. Without confirmation, an account could otherwise be created
  -- with a stranger's address and left at once, which would block that stranger for seven days.
  reserves_address boolean not null default false,
  -- A keyed hash of the network that asked: it has tries that the wrong codes of strangers do not use up. Null: not known.
  asked_from bytea,
  constraint one_time_tokens_link_taken unique (link_hash)
);
comment on table one_time_tokens is 'see flow_states';
create index one_time_tokens_expired on one_time_tokens (expires_at);
-- A code arrives with the address that it was sent to.
create index one_time_tokens_by_email on one_time_tokens (email, created_at desc);
-- A user has one token per purpose, except that each change of address can be undone.
create unique index one_time_tokens_one_each on one_time_tokens (user_id, purpose) where (purpose <> 'email_change_undo');
create index one_time_tokens_of_user on one_time_tokens (user_id);
create index one_time_tokens_of_session on one_time_tokens (session_id) where (session_id is not null);
-- While a change of address can be undone, no other account may take the old address: the link in its mail must work. Checked after
-- the write, so that a change that commits at the same moment is seen. `updated_at` is the application's time of the write.
create index one_time_tokens_reserving on one_time_tokens (email) where reserves_address;

-- Devices that somebody signed in from before, by a keyed hash: an unknown one is told to the owner.
create table known_devices (
  user_id uuid references users(id) on delete cascade,
  device_hash bytea,
  last_seen_at timestamptz not null,
  -- A device is known by the name of its browser, for the mail about a new one, or by the secret in its cookie.
  kind text not null check (kind in ('user_agent', 'secret', 'second_step')),
  primary key (user_id, device_hash)
);
comment on table known_devices is
'known devices: keyed hashes of the browser''s name and of the secret in its cookie `taimako_device`, with or without a
  passed second step
why: to warn of a sign-in from a new device; to let known devices in while others guess passwords or second steps
kept: a year after the last use; the latest 20 secrets
people: account holders
basis: interest';

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Encrypted.
  private_sealed bytea not null,
  -- Published from its making on, signing only once every cache of the key set has seen it.
  signs_from timestamptz not null,
  created_at timestamptz not null
);
comment on table signing_keys is
'keys that sign access tokens, encrypted
why: to sign in
kept: until they are replaced';

-- The list "sign-ins" of a person. Sessions are deleted when they end; these are kept for 90 days.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
  method text not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  address text not null,
  created_at timestamptz not null
);
comment on table sign_ins is
'sign-ins: when, how, device, network address
why: so that people notice the ones that were not theirs
kept: 90 days, or until the account is closed
people: account holders
basis: interest';
create index sign_ins_of_user on sign_ins (user_id, created_at desc);
create index sign_ins_oldest on sign_ins (created_at);

-- Ten codes for a person who has lost their second steps. A used code is deleted.
create table recovery_codes (
  user_id uuid references users(id) on delete cascade,
  -- Keyed.
  code_hash bytea,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is
'recovery codes: keyed hashes
why: to sign in without the second step
kept: until used or replaced, or the last second step is removed
people: account holders
basis: contract';

-- Reviewers' answers about two people who look alike or live together, one for each pair. Deleted with either profile.
create table person_links (
  first_id uuid,
  second_id uuid,
  link text not null check (link in ('same_household', 'same_person', 'unrelated')),
  -- The reviewer.
  said_by uuid not null,
  said_at timestamptz not null,
  constraint person_links_check check (first_id < second_id),
  primary key (first_id, second_id)
);
comment on table person_links is
'whether two people who ask for aid live together, are one person, or are unrelated, as a reviewer said; the households that
  follow from it; which profiles of one person were merged, and by whom; which account claimed the profile of a person whom
  staff had entered, and the keyed hash of the code for it
why: so that one need is not paid twice, and no figure that we publish stands for fewer than ten households. It is not in a
  person''s data export, because it is about another person too
kept: until one of the accounts is closed; a code, until it is used or two days old
people: people who ask for aid
basis: interest
recipients: administrators';
create index person_links_of_second on person_links (second_id);

-- The people whom these links join, directly or through others. A person without links has no row, and is a household of their own.
create table household_members (
  user_id uuid primary key,
  household_id uuid not null
);
comment on table household_members is 'see person_links';
create index household_members_of on household_members (household_id);

-- The id is that of the proposal, which has the reason, who proposed it and who confirmed it.
create table profile_merges (
  id uuid primary key,
  -- The profile that ends. Its row stays, out of all lists, and so do its papers, which the moved requests name.
  merged_id uuid not null,
  kept_id uuid not null,
  -- The requests that were moved, which an undoing moves back.
  requests uuid[] not null default '{}'::uuid[],
  merged_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references users(id),
  constraint profile_merges_check check (merged_id <> kept_id),
  constraint profile_merges_check1 check (undone_at is null or merged_at is not null),
  constraint profile_merges_check2 check ((undone_at is null) = (undone_by is null))
);
comment on table profile_merges is 'see person_links';
create unique index profile_merges_in_force on profile_merges (merged_id) where ((merged_at is not null) and (undone_at is null));
create index profile_merges_of_kept on profile_merges (kept_id);

-- Profiles that ended because an account claimed them, each with those that had been merged into it. Their papers stay where they are.
create table profile_claims (
  profile_id uuid primary key,
  -- The same for all profiles of one claim.
  claim_id uuid not null,
  -- The owner of the folder with the papers.
  user_id uuid not null references users(id),
  claimed_by uuid not null references users(id),
  -- The requests that moved to the account; an undoing moves them back.
  requests uuid[] not null default '{}'::uuid[],
  claimed_at timestamptz not null,
  -- The profile fields of the claimer that the claim filled; undoing it empties them again.
  filled text[] not null default '{}'::text[]
);
comment on table profile_claims is 'see person_links';
create index profile_claims_by on profile_claims (claimed_by);

-- Text as it is compared: lower case, without accents, and with the hooked letters of Hausa as they are typed on a plain keyboard.
-- By hand, because the rules of a database's language would differ from one instance to the next.
create function plain_text(written text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if getdatabaseencoding() = 'UTF8' then
    written := regexp_replace(normalize(written, NFD), '[\u0300-\u036f]', '', 'g');
  end if;
  return lower(translate(written, 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy'));
end $$;

-- Search words of a person: the words of the name, the e-mail address and its parts, the telephone number, the ids. Not
-- the database's own parser: it takes addresses and numbers apart in ways that nobody types.
create function search_words(full_name text, email text, phone text, ids uuid[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  parted constant text := '[\s!-/:-@\[-`{-~]+';
begin
  return array_to_tsvector(array(
    select distinct word from unnest(
      regexp_split_to_array(public.plain_text(full_name), parted)
      || regexp_split_to_array(public.plain_text(coalesce(email, '')), parted)
      || array[lower(coalesce(email, '')), public.phone_key(phone)]
      || ids::text[]) as word
     where word <> ''));
end $$;
