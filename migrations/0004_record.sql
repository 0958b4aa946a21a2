-- Name and address as one value to compare, however long they are. Null where one of them is missing.
create function person_key(full_name text, address text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if full_name = '' or address = '' then
    return null;
  end if;
  return md5(regexp_replace(public.plain_text(full_name), '[^a-z0-9]+', '', 'g') || '/'
             || regexp_replace(public.plain_text(address), '[^a-z0-9]+', '', 'g'));
end $$;

-- A telephone number without the ways to write it: 0803 000 0000 and +234 (803) 000-0000 are one.
create function phone_key(phone text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0*234|0+)', '');

create table profiles (
  id uuid primary key,
  user_id uuid not null references users(id),
  full_name text not null default '' check (char_length(full_name) <= 200),
  phone text not null default '' check (char_length(phone) <= 21),
  address text not null default '' check (char_length(address) <= 500),
  bio text not null default '' check (char_length(bio) <= 2000),
  -- The only place where a role stands.
  role text not null default 'beneficiary' check (role in ('beneficiary', 'admin')),
  is_approved boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_words tsvector not null default ''::tsvector,
  staff_roles text[] not null default '{}'::text[] check (staff_roles <@ array['administrator', 'reviewer', 'finance', 'caller',
    'auditor']),
  -- Keys of possible duplicates, stored: computing them for each row took most of a list's time.
  phone_key text generated always as (phone_key(phone)) stored not null,
  person_key text generated always as (person_key(full_name, address)) stored,
  name_changed_at timestamptz,
  phone_changed_at timestamptz,
  constraint profiles_staff_have_roles check ((role = 'admin') = (staff_roles <> '{}'::text[])),
  constraint profiles_user_taken unique (user_id)
);
comment on table profiles is
'profile: name, phone, address, bio, role, the roles of staff, the reviewers'' mark; its words for searching
why: to help, and to know who is asking
kept: until the account is closed
people: account holders
basis: contract
recipients: administrators';
create index profiles_by_role on profiles (role, created_at desc, id desc);
create index profiles_by_approval on profiles (is_approved, created_at desc, id desc) where (role = 'beneficiary');
create index profiles_by_words on profiles using gin (search_words);
create index profiles_by_phone on profiles (phone_key) where (phone <> '');
create index profiles_by_person on profiles (person_key);

-- Kept by the database, so that no way of writing a name or an address is forgotten.
create function profiles_keep_words() returns trigger language plpgsql as $$
begin
  new.search_words := search_words(new.full_name, (select email from users where id = new.user_id), new.phone,
                                   array[new.user_id, new.id]);
  return new;
end $$;
create trigger profiles_words before insert or update of full_name, phone on profiles for each row
  execute function profiles_keep_words();

-- The two columns never disagree. An account that becomes staff without a role is an administrator.
create function profiles_staff_roles() returns trigger language plpgsql as $$
begin
  if new.role <> 'admin' then
    new.staff_roles := '{}';
  elsif new.staff_roles = '{}' then
    new.staff_roles := '{administrator}';
  end if;
  return new;
end $$;
create trigger profiles_staff_roles before insert or update of role, staff_roles on profiles for each row
  execute function profiles_staff_roles();

create function profiles_note_changes() returns trigger language plpgsql as $$
begin
  if public.plain_name(new.full_name) <> public.plain_name(old.full_name) then
    new.name_changed_at := new.updated_at;
  end if;
  if public.phone_digits(new.phone) <> public.phone_digits(old.phone) then
    new.phone_changed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger profiles_changes before update of full_name, phone on profiles for each row execute function profiles_note_changes();

-- A reviewer who has the request open hears of the change before they decide.
create function profiles_tell_reviewers() returns trigger language plpgsql as $$
begin
  update public.aid_applications set changed_at = new.updated_at, changed_by = null
   where user_id = new.user_id and status in ('pending', 'under_review') and erased_at is null;
  return null;
end $$;
create trigger profiles_tell_reviewers after update on profiles for each row
  when (old.name_changed_at is distinct from new.name_changed_at
  or old.phone_changed_at is distinct from new.phone_changed_at) execute function profiles_tell_reviewers();
alter table person_links add constraint person_links_first_id_fkey foreign key (first_id)
  references profiles(user_id) on delete cascade;
alter table person_links add constraint person_links_second_id_fkey foreign key (second_id)
  references profiles(user_id) on delete cascade;
alter table household_members add constraint household_members_user_id_fkey foreign key (user_id)
  references profiles(user_id) on delete cascade;
alter table profile_merges add constraint profile_merges_merged_id_fkey foreign key (merged_id)
  references profiles(id) on delete cascade;
alter table profile_merges add constraint profile_merges_kept_id_fkey foreign key (kept_id)
  references profiles(id) on delete cascade;
alter table profile_claims add constraint profile_claims_profile_id_fkey foreign key (profile_id)
  references profiles(id) on delete cascade;

-- Who did what, to what, and when. It holds no words about a person and no address, because it is kept for ever.
create table audit_events (
  id uuid primary key,
  actor_kind text not null check (actor_kind in ('administrator', 'operator', 'system', 'applicant')),
  -- Null for the operator, who has no account.
  actor_id uuid references users(id),
  -- The role that the actor had then.
  actor_role text check (actor_role in ('beneficiary', 'admin')),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null check (subject ~ '^[a-z_]+$'),
  subject_id text not null check (char_length(subject_id) >= 1 and char_length(subject_id) <= 200),
  -- Fields by name, only those that the code allows by name.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- As the log has it.
  request_id text check (char_length(request_id) <= 100),
  created_at timestamptz not null,
  person_id uuid references users(id),
  -- The order in which events became visible, for the watermark below.
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint audit_events_check check ((actor_kind = 'administrator') = (actor_id is not null and actor_role is not null)),
  constraint audit_events_applicant check (actor_kind <> 'applicant' or actor_id is not null and actor_role is null)
);
comment on table audit_events is
'audit: which administrator did or read what, when, about whom; fields before and after, by name
why: to account for decisions and for every access to a person''s papers
kept: permanently; cannot be changed. It contains ids, statuses and amounts, but no name, address or text about a person
people: administrators; account holders
basis: legal, interest
recipients: administrators';
create index audit_events_newest on audit_events (created_at desc, id desc);
create index audit_events_of_actor on audit_events (actor_id, created_at desc, id desc);
create index audit_events_of_operator on audit_events (created_at desc, id desc) where (actor_kind = 'operator');
create index audit_events_of_action on audit_events (action, created_at desc, id desc);
create index audit_events_of_subject_kind on audit_events (subject, created_at desc, id desc);
create index audit_events_of_subject on audit_events (subject_id, created_at desc, id desc);
-- The audit's filters together: what somebody did of one kind, and one kind of doing to one kind of thing.
create index audit_events_of_actor_and_action on audit_events (actor_id, action, created_at desc, id desc);
create index audit_events_of_action_and_subject_kind on audit_events (action, subject, created_at desc, id desc);
create index audit_events_of_person on audit_events (person_id, created_at desc, id desc) where (person_id is not null);
create index audit_events_by_transaction on audit_events (transaction_id);

create function audit_events_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger audit_events_append_only before delete or update on audit_events for each row
  execute function audit_events_refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events for each statement
  execute function audit_events_refuse_change();

create table proposals (
  id uuid primary key,
  kind text not null check (kind in ('payment_decision', 'role_change', 'difference_closing', 'wallet_decision', 'award',
    'disbursement', 'write_off', 'payee', 'invitation', 'cash_count', 'payout_limits', 'profile_merge')),
  -- The subject: an attempt of a payment, or the user whose role changes.
  subject_id uuid not null,
  -- The proposed decision: settle or return; the new role.
  choice text not null check (choice ~ '^[a-z_]+(, [a-z_]+)*$'),
  reason text not null check (char_length(reason) >= 1 and char_length(reason) <= 500),
  -- lapsed: it expired, or its proposer was no longer an administrator, when the next one was proposed.
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'withdrawn', 'lapsed')),
  proposed_by uuid not null references users(id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who confirmed or withdrew it. Null if it lapsed, and for role changes withdrawn by early versions.
  decided_by uuid references users(id),
  decided_at timestamptz,
  signers smallint not null default 2,
  constraint proposals_check check (expires_at > proposed_at),
  constraint proposals_check1 check ((state = 'proposed') = (decided_at is null)),
  constraint proposals_signers_check check (signers >= 2 and signers <= 3 or signers = 1 and (kind in ('award', 'disbursement'))),
  constraint proposals_two_people check (state <> 'confirmed' or decided_by is not null and (decided_by <> proposed_by
    or signers = 1))
);
comment on table proposals is
'proposals, about payments, changes of role, differences, awards, disbursements, payees, losses and limits of paying out:
  what, why, who proposed, approved and confirmed; of each act of paying out, a keyed digest, which can no longer be
  compared once the account is closed
why: so that no one person can move money, or become an administrator unnoticed
kept: permanently, including the reason
people: administrators
basis: interest
recipients: administrators';
create unique index proposals_one_open on proposals (kind, subject_id) where (state = 'proposed');
create index proposals_of_subject on proposals (subject_id, proposed_at desc);

-- A proposal is decided once. What was proposed, and by whom, never changes.
create function proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.state = 'proposed'
       and (new.id, new.kind, new.subject_id, new.choice, new.reason, new.proposed_by, new.proposed_at, new.expires_at, new.signers)
           is not distinct from
           (old.id, old.kind, old.subject_id, old.choice, old.reason, old.proposed_by, old.proposed_at, old.expires_at, old.signers)
       and (new.state <> 'confirmed' or new.signers - 2 <=
            (select count(*) from proposal_approvals where proposal_id = new.id and approved_by <> new.decided_by))
    then
      return new;
    end if;
  end if;
  raise exception 'a proposal stays as it was made and decided: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger proposals_append_only before delete or update on proposals for each row execute function proposals_refuse_change();
create trigger proposals_no_truncate before truncate on proposals for each statement execute function proposals_refuse_change();

-- Arguments: where the request is, then the columns that name who acts.
create function refuse_tied() returns trigger language plpgsql as $$
declare
  is_now jsonb := to_jsonb(new);
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  request uuid;
  person uuid;
begin
  for place in 1 .. tg_nargs - 1 loop
    person := (is_now ->> tg_argv[place])::uuid;
    continue when person is null or is_now ->> tg_argv[place] is not distinct from was ->> tg_argv[place];
    request := coalesce(request, request_of(case tg_argv[0] when 'proposal' then is_now ->> 'kind' else tg_argv[0] end, is_now));
    if exists (select from tied_requests(person) as tied where tied.application_id = request) and not exists (select from restoring) then
      raise exception 'no one acts on a request to which they are tied' using errcode = 'TK006';
    end if;
  end loop;
  return new;
end $$;
create trigger proposals_impartial before insert or update of decided_by on proposals for each row when (new.kind in ('award',
  'disbursement', 'write_off', 'payee')) execute function refuse_tied('proposal', 'proposed_by', 'decided_by');
alter table profile_merges add constraint profile_merges_id_fkey foreign key (id) references proposals(id);

create table audit_chain (
  "position" bigint primary key check ("position" > 0),
  event_id uuid not null unique references audit_events(id),
  hash bytea not null check (octet_length(hash) = 32)
);
comment on table audit_chain is 'see audit_events';
create trigger audit_chain_append_only before delete or update on audit_chain for each row
  execute function audit_events_refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement
  execute function audit_events_refuse_change();

create table audit_chain_state (
  one boolean default true primary key check (one),
  watermark xid8 not null default '0'::xid8,
  -- The last entry whose hash was mailed to the administrators, and when.
  mailed_position bigint not null default 0,
  mailed_at timestamptz
);
comment on table audit_chain_state is 'see audit_events';

create table proposal_approvals (
  proposal_id uuid references proposals(id),
  approved_by uuid references users(id),
  approved_at timestamptz not null,
  primary key (proposal_id, approved_by)
);
comment on table proposal_approvals is 'see proposals';

create function proposal_approvals_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or exists (
    select from proposals where id = new.proposal_id and proposed_by = new.approved_by)
  then
    raise exception 'an approval is given once, by another person than the proposer: % is refused', tg_op using errcode = 'TK001';
  end if;
  return new;
end $$;
create trigger proposal_approvals_fixed before insert or delete or update on proposal_approvals for each row
  execute function proposal_approvals_guard();
create trigger proposal_approvals_no_truncate before truncate on proposal_approvals for each statement
  execute function proposals_refuse_change();
create trigger proposal_approvals_impartial before insert on proposal_approvals for each row
  execute function refuse_tied('approval', 'approved_by');

-- A keyed digest of each row about paying out, as it was when someone acted (docs/decisions/0048).
create table act_digests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('award', 'payment', 'payee', 'payee_check', 'hand_over', 'attempt', 'confirmation', 'cash',
    'count', 'closing')),
  -- The row of the table that the kind is about.
  row_id uuid not null,
  -- The person whose data key the digest needs; null: the key of the instance.
  person uuid,
  -- Null where there is no key: rows older than digests, and those of a closed account.
  digest bytea check (length(digest) = 32),
  made_at timestamptz not null
);
comment on table act_digests is 'see proposals';
create index act_digests_of_row on act_digests (kind, row_id, id desc);
create trigger act_digests_fixed before delete or update on act_digests for each row execute function ledger_refuse_change();
create trigger act_digests_no_truncate before truncate on act_digests for each statement execute function ledger_refuse_change();

-- Ignores case and spaces: a corrected capital is no other name.
create function plain_name(name text) returns text language sql immutable as $$
  select lower(regexp_replace(btrim(name), '[[:space:]]+', ' ', 'g'))
$$;

create function phone_digits(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0*234|0+)', '')
$$;
