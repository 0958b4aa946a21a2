-- Administration: deciding about people and their requests, and the record of who did what.

-- Who did what, to what, and when. It holds no words about a person and no address, because it is kept for ever.
create table audit_events (
  id uuid primary key,
  actor_kind text not null check (actor_kind in ('administrator', 'operator')),
  -- Null for the operator, who has no account.
  actor_id uuid references users (id),
  -- The role that the actor had then.
  actor_role text check (actor_role in ('beneficiary', 'admin')),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null check (subject ~ '^[a-z_]+$'),
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  -- Fields by name, only those that the code allows by name.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- As the log has it.
  request_id text check (char_length(request_id) <= 100),
  created_at timestamptz not null,
  check ((actor_kind = 'administrator') = (actor_id is not null and actor_role is not null))
);
create index audit_events_newest on audit_events (created_at desc, id desc);
create index audit_events_of_actor on audit_events (actor_id, created_at desc, id desc);
create index audit_events_of_operator on audit_events (created_at desc, id desc) where actor_kind = 'operator';
create index audit_events_of_action on audit_events (action, created_at desc, id desc);
create index audit_events_of_subject_kind on audit_events (subject, created_at desc, id desc);
create index audit_events_of_subject on audit_events (subject_id, created_at desc, id desc);

create function audit_events_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function audit_events_refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function audit_events_refuse_change();

-- More papers that reviewers ask for. At most one of a request's waits.
create table paper_requests (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  -- The administrator who asks.
  user_id uuid not null references users (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  answered_at timestamptz,
  message text check (char_length(message) between 1 and 2000),
  -- Nothing is waited for any more, although no answer came.
  closed_at timestamptz,
  check (message is null or answered_at is not null),
  check (answered_at is null or closed_at is null)
);
create index paper_requests_of_application on paper_requests (application_id, created_at, id);
create unique index paper_requests_one_waits on paper_requests (application_id) where answered_at is null and closed_at is null;

-- Papers that were asked for stand behind those that came with the request.
alter table application_documents add column paper_request_id uuid references paper_requests (id);
alter table application_documents drop constraint application_documents_place_check;
alter table application_documents add constraint application_documents_place_check check (place between 0 and 49);
create index application_documents_of_paper_request on application_documents (paper_request_id) where paper_request_id is not null;

-- Read by administrators only.
create table application_notes (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  user_id uuid not null references users (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index application_notes_of_application on application_notes (application_id, created_at, id);

-- A mark on 'under review': since when the applicant is asked for more papers.
alter table aid_applications add column waiting_since timestamptz;
alter table aid_applications add constraint aid_applications_waits_under_review
  check (waiting_since is null or status = 'under_review');

-- What reviewers see: all but what was withdrawn by closing the account before anybody had decided. An index for each filter, in
-- the order in which its rows are read.
create index aid_applications_newest on aid_applications (created_at desc, id desc)
  where erased_at is null or decided_at is not null;
create index aid_applications_by_status on aid_applications (status, created_at desc, id desc)
  where erased_at is null or decided_at is not null;
create index aid_applications_by_type on aid_applications (application_type, created_at desc, id desc)
  where erased_at is null or decided_at is not null;
create index aid_applications_by_urgency on aid_applications (urgency, created_at desc, id desc)
  where erased_at is null or decided_at is not null;
create index aid_applications_waiting on aid_applications (created_at desc, id desc)
  where waiting_since is not null and (erased_at is null or decided_at is not null);
create index aid_applications_by_amount on aid_applications ((coalesce(amount_requested, -1)) desc, id desc)
  where erased_at is null or decided_at is not null;
create index aid_applications_by_status_and_amount on aid_applications (status, (coalesce(amount_requested, -1)) desc, id desc)
  where erased_at is null or decided_at is not null;
-- Counts of a person's requests by their status, without the rows.
drop index aid_applications_of_beneficiary;
create index aid_applications_of_beneficiary on aid_applications (beneficiary_id, status);

create index profiles_by_approval on profiles (is_approved, created_at desc, id desc) where role = 'beneficiary';

-- Text as it is compared: lower case, without accents, and with the hooked letters of Hausa as they are typed on a plain keyboard.
-- By hand, because the rules of a database's language would differ from one instance to the next.
create function plain_text(written text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if getdatabaseencoding() = 'UTF8' then
    written := regexp_replace(normalize(written, NFD), '[\u0300-\u036f]', '', 'g');
  end if;
  return lower(translate(written, 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy'));
end $$;

-- A telephone number without the ways to write it: 0803 000 0000 and +234 (803) 000-0000 are one.
create function phone_key(phone text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0*234|0+)', '');

-- Name and address as one value to compare, however long they are. Null where one of them is missing.
create function person_key(full_name text, address text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if full_name = '' or address = '' then
    return null;
  end if;
  return md5(regexp_replace(public.plain_text(full_name), '[^a-z0-9]+', '', 'g') || '/'
             || regexp_replace(public.plain_text(address), '[^a-z0-9]+', '', 'g'));
end $$;

create index profiles_by_phone on profiles (phone_key(phone)) where phone <> '';
create index profiles_by_person on profiles (person_key(full_name, address));
create index documents_by_content on documents (sha256);

-- What a person can be searched by: the words of the name, the e-mail address and its parts, the telephone number, the ids. Not
-- the database's own parser: it takes addresses and numbers apart in ways that nobody types.
create function search_words(full_name text, email text, phone text, ids uuid[]) returns tsvector
  language plpgsql immutable parallel safe as $$
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

alter table profiles add column search_words tsvector not null default '';
update profiles set search_words = search_words(full_name, (select email from users where users.id = profiles.user_id), phone,
                                                array[profiles.user_id, profiles.id]);
create index profiles_by_words on profiles using gin (search_words);

-- Kept by the database, so that no way of writing a name or an address is forgotten.
create function profiles_keep_words() returns trigger language plpgsql as $$
begin
  new.search_words := search_words(new.full_name, (select email from users where id = new.user_id), new.phone,
                                   array[new.user_id, new.id]);
  return new;
end $$;
create trigger profiles_words before insert or update of full_name, phone on profiles
  for each row execute function profiles_keep_words();
create function users_keep_words() returns trigger language plpgsql as $$
begin
  update profiles set search_words = search_words(full_name, new.email, phone, array[user_id, id]) where user_id = new.id;
  return null;
end $$;
create trigger users_words after update of email on users
  for each row when (old.email is distinct from new.email) execute function users_keep_words();

-- A change of role that one administrator proposes and a second one confirms.
create table role_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  role text not null check (role in ('beneficiary', 'admin')),
  reason text not null check (char_length(reason) <= 500),
  proposed_by uuid not null references users (id),
  created_at timestamptz not null,
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  withdrawn_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by <> proposed_by),
  check (confirmed_at is null or withdrawn_at is null)
);
create unique index role_changes_one_pending on role_changes (user_id) where confirmed_at is null and withdrawn_at is null;
