-- A telephone number signs in once its owner has typed a code that was texted there. Until then it is in phone_codes alone.
alter table users
  add column phone text constraint users_phone_is_nigerian check (phone ~ '^234[789][0-9]{9}$'),
  add column phone_confirmed_at timestamptz,
  add column new_phone text check (new_phone ~ '^234[789][0-9]{9}$'),
  add column phone_change_sent_at timestamptz,
  -- When the account last got another number, or lost its number to another account. Payments wait after it.
  add column phone_changed_at timestamptz,
  add constraint users_phone_taken unique (phone),
  add constraint users_phone_proven check ((phone is null) = (phone_confirmed_at is null)),
  add constraint users_closed_phone check (closed_at is null or phone is null and new_phone is null);
comment on table users is
'account: address, telephone number, password hash, metadata, times, linked identities
why: to sign in
kept: until it is closed; then an empty row stays for the payments and decisions that refer to it
people: account holders
basis: contract
recipients: captcha, identity, texts';

-- Opened with a text message, or with a password and a number: ends when the number leaves the account.
alter table sessions add column by_text boolean not null default false;

-- One code for a number that signs in, and one for each account that changes its number. The account is made when the code is typed.
create table phone_codes (
  -- For a number that signs in, the id that a new account gets.
  id uuid primary key,
  phone text not null check (phone ~ '^234[789][0-9]{9}$'),
  purpose text not null check (purpose in ('sms', 'phone_change')),
  -- The account that changes its number.
  user_id uuid references users(id) on delete cascade,
  -- The session that asked for the change: it stays when the others end.
  session_id uuid references sessions(id) on delete set null,
  -- Keyed.
  code_hash bytea not null,
  -- Of a sign-up. Null where the number was asked for in different ways: its owner then chooses a password later.
  password_hash text,
  user_metadata jsonb not null default '{}'::jsonb,
  -- A keyed hash of the network that asked: it has tries that the wrong codes of strangers do not use up.
  asked_from bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint phone_codes_of_whom check ((purpose = 'phone_change') = (user_id is not null))
);
comment on table phone_codes is
'codes for telephone numbers: number, keyed hashes of the code and of the network that asked, the password hash and metadata of a
  sign-up
why: to prove a telephone number
kept: a day after they expire, which is ten minutes after they were sent
people: account holders
basis: contract';
create unique index phone_codes_sign_in on phone_codes (phone) where (purpose = 'sms');
create unique index phone_codes_change on phone_codes (user_id) where (purpose = 'phone_change');
create index phone_codes_by_phone on phone_codes (phone, created_at desc);
create index phone_codes_of_session on phone_codes (session_id) where (session_id is not null);
create index phone_codes_expired on phone_codes (expires_at);

-- The number is a way in as long as its identity stands, whatever deletes that.
create function identities_end_phone() returns trigger language plpgsql as $$
begin
  update users set phone = null, phone_confirmed_at = null, user_metadata = user_metadata - 'phone' - 'phone_verified'
   where id = old.user_id and phone is not null;
  delete from sessions where user_id = old.user_id and by_text;
  return null;
end $$;
create trigger identities_phone after delete on identities for each row when (old.provider = 'phone')
  execute function identities_end_phone();

-- Staff do not sign in by telephone, and a second step on the number that signs in is none.
create function telephone_is_one_step() returns trigger language plpgsql as $$
begin
  if exists (select from users join profiles on profiles.user_id = users.id
              where users.id = case tg_table_name when 'users' then new.id else (to_jsonb(new) ->> 'user_id')::uuid end
                and users.phone is not null
                and (profiles.role = 'admin'
                     or exists (select from factors where user_id = users.id and factors.phone = users.phone))) then
    raise exception 'this number cannot sign in to this account' using errcode = '23514', constraint = 'users_phone_one_step';
  end if;
  return null;
end $$;
create trigger users_phone_one_step after update of phone on users for each row when (new.phone is not null)
  execute function telephone_is_one_step();
create trigger factors_phone_one_step after insert or update of phone on factors for each row when (new.phone is not null)
  execute function telephone_is_one_step();
create trigger profiles_phone_one_step after update of role on profiles for each row when (new.role = 'admin')
  execute function telephone_is_one_step();

-- Codes that sign in cost money before anyone is known, so they are counted apart.
alter table outgoing_text_messages add column signs_in boolean not null default false;
create index outgoing_text_messages_sign_in on outgoing_text_messages (created_at) where signs_in;
comment on table outgoing_text_messages is
'outgoing text messages: number, encrypted text
why: to send a code, of a sign-in, a second step or a slip, or to say that a message is on the page
kept: the text until it is sent or expires, at most ten minutes for a code and a day for other messages; the row, a week
people: account holders; people who ask for aid
basis: contract
recipients: texts';

-- Numbers whose owner asked for no more texts. A keyed hash: the list names nobody.
create table stopped_numbers (
  number_hash bytea primary key,
  stopped_at timestamptz not null
);
comment on table stopped_numbers is
'keyed hashes of telephone numbers that receive no text messages from us
why: to respect that their owners said so
kept: until they ask for texts again
people: account holders; people who ask for aid
basis: interest';
