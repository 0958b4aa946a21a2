-- Mail about requests to addresses that their accounts have not proven.
create table request_addresses (
  address_hash bytea primary key,
  -- The account with this address now.
  user_id uuid not null references users(id),
  -- A link in a mail was used: all mail about this account's requests may go there.
  proven_at timestamptz,
  last_mailed_at timestamptz,
  -- The latest news, until a day after the last mail.
  held_news text check (held_news ~ '^[a-z_]+$'),
  -- The mail that is held for a day, for all letters that it will stand for.
  held_mail_id uuid,
  keyed boolean not null default false
);
comment on table request_addresses is
'mail about requests to unproven addresses: a keyed hash of the address, hashes of its links'' tokens, the time of the last
  mail, the kind of the news held back
why: to send a stranger at most one mail a day, and to let them stop it
kept: until the account is closed, and a day more; tokens, 90 days
people: people who ask for aid
basis: interest';
create index request_addresses_held on request_addresses (last_mailed_at) where (held_news is not null);
create index request_addresses_of_user on request_addresses (user_id);
create index request_addresses_of_held_mail on request_addresses (held_mail_id) where (held_mail_id is not null);

-- The links in those mails, as hashes. Each works once.
create table request_address_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users(id),
  address_hash bytea not null,
  purpose text not null check (purpose in ('confirm', 'stop')),
  created_at timestamptz not null,
  used_at timestamptz,
  keyed boolean not null default false
);
comment on table request_address_tokens is 'see request_addresses';
create index request_address_tokens_of_user on request_address_tokens (user_id);
create index request_address_tokens_created on request_address_tokens (created_at);

-- A person for whom staff entered a request gets it onto their own account, with a code that a text message brings them.
create table claim_codes (
  id uuid primary key,
  profile_id uuid not null references profiles(id) on delete cascade,
  -- Keyed: a plain hash of six digits can be guessed.
  code_hash bytea not null,
  -- Wrong codes. After five, the right one is refused too.
  tries smallint not null default 0,
  -- The member of staff who sent it; null when the person asked for it.
  sent_by uuid references users(id),
  created_at timestamptz not null,
  -- A code that a person asked for belongs to the account that asked: it opens the profile for no other, and no other uses it up.
  asked_by uuid references users(id) on delete cascade,
  constraint claim_codes_from check ((sent_by is null) <> (asked_by is null))
);
comment on table claim_codes is 'see person_links';
create index claim_codes_of_profile on claim_codes (profile_id, created_at);

-- A tag is there as long as a request has it; a job deletes it some time after the last one.
create table tags (
  id uuid primary key,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 40),
  made_by uuid not null references users(id),
  created_at timestamptz not null
);
comment on table tags is
'tags: short labels that staff add to requests, and who did; applicants do not see them
why: to find requests that belong together, such as those of one school
kept: until removed, or the text of the request is erased; a tag without requests for ten minutes
people: people who ask for aid; administrators
basis: interest
recipients: administrators';
create unique index tags_by_name on tags (lower(name));

-- The kinds of aid that a request can ask for, in the order of the form.
create table aid_kinds (
  name text primary key check (name ~ '^[a-z][a-z_]{0,30}$'),
  place smallint not null unique
);
comment on table aid_kinds is 'see instance';

create table aid_applications (
  id uuid primary key,
  user_id uuid not null references users(id),
  -- The profile of whoever asks. Null once the account was closed: the profile goes with it.
  beneficiary_id uuid references profiles(id),
  application_type text not null references aid_kinds(name),
  description text not null check (char_length(description) <= 5000),
  -- In kobo.
  amount_requested bigint check (amount_requested >= 0 and amount_requested <= '10000000000'::bigint),
  location text not null check (char_length(location) <= 500),
  urgency text check (urgency in ('low', 'medium', 'high', 'critical')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'under_review')),
  -- One press of the button: repeats find the same row, and a different request is seen by its hash.
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  -- Time of the decision. Null: nobody has decided, or the decision was taken back.
  decided_at timestamptz,
  -- The account was closed: nothing personal is left in this row. One that was undecided then is withdrawn.
  erased_at timestamptz,
  -- A mark on 'under review': since when the applicant is asked for more papers.
  waiting_since timestamptz,
  -- Consent: the version of the privacy notice that the page showed. Its moment is created_at. Null: the client named none.
  privacy_version text check (privacy_version ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The number that an applicant quotes on the phone; server/aid/requests/case-number.ts adds its check digit. Not `always`: a restored
  -- backup writes the numbers of its rows.
  number bigint generated by default as identity (start with 10001) unique,
  -- Grows with every change. Who made the last one, and when: the person who saw an older version is told.
  version integer not null default 1,
  changed_by uuid references users(id),
  changed_at timestamptz,
  -- Only while undecided. It stands still while the request waits for the applicant.
  due_at timestamptz,
  assigned_to uuid references users(id),
  -- Set aside until then, or until the applicant answers. A late request counts as not set aside.
  snoozed_until timestamptz,
  snoozed_until_answered boolean not null default false,
  -- When the applicant sent papers that nobody has read since.
  answered_at timestamptz,
  -- A lease: who works on it now. No version and no history counts it.
  held_by uuid references users(id),
  held_until timestamptz,
  -- The administrator who entered it for the applicant, and so may not decide.
  entered_by uuid references users(id),
  -- Why: of the decision that stands, and of each step and request for papers, with the version of the template.
  reason_code text check (reason_code ~ '^[a-z_]+$'),
  -- Requests that staff enter for people who come, call, or are visited. `self`: sent by the applicant.
  channel text not null default 'self' check (channel in ('self', 'walk_in', 'call', 'field')),
  -- When administrators were last mailed that it is late. A due date after that is one that they were not told about.
  late_told_at timestamptz,
  -- The name and telephone of an applicant as they were when a reviewer approved the request. What the applicant edits later is compared with them.
  approved_name text,
  approved_phone text,
  -- When the request last moved to another person, by a claim, its undoing or a merge.
  owned_since timestamptz,
  -- By when an approved request gets an award. Empty before the approval, while an award is granted, and after one was paid.
  award_due_at timestamptz,
  -- When administrators were last mailed that its award is late.
  award_late_told_at timestamptz,
  constraint aid_applications_check check ((decided_at is not null) = (status in ('approved', 'rejected'))),
  constraint aid_applications_check1 check (case
    when erased_at is null then beneficiary_id is not null and description <> '' and location <> ''
    else beneficiary_id is null and description = '' and location = '' end),
  constraint aid_applications_waits_under_review check (waiting_since is null or status = 'under_review'),
  constraint aid_applications_due_while_undecided check ((due_at is not null) = (decided_at is null and erased_at is null)),
  constraint aid_applications_held_until check ((held_by is null) = (held_until is null)),
  constraint aid_applications_snoozed_once check (snoozed_until is null or not snoozed_until_answered),
  constraint aid_applications_reason_of_rejection check (reason_code is null or status = 'rejected'),
  constraint aid_applications_entered check ((channel = 'self') = (entered_by is null)),
  constraint aid_applications_idempotency_key_taken unique (user_id, idempotency_key_hash)
);
comment on table aid_applications is
'requests for aid: kind, description, amount, place, urgency, status, the version of the privacy notice consented to, and the
  name and telephone as a reviewer approved them
why: to decide, and to pay out
kept: until the account is closed, {RETENTION_REFUSED_DAYS} after a refusal or {RETENTION_APPROVED_DAYS} after an approval;
  then case number, kind, amount, urgency, status, the code of the reason and dates stay, nothing that identifies a person
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators';
create index aid_applications_of_user on aid_applications (user_id, created_at desc, id desc);
create index aid_applications_decided on aid_applications (decided_at desc) include (created_at) where (decided_at is not null);
-- For the lists of reviewers, which leave out requests withdrawn by closing the account before a decision. An index for each filter, in
-- the order in which its rows are read.
create index aid_applications_newest on aid_applications (created_at desc, id desc) where ((erased_at is null)
  or (decided_at is not null));
create index aid_applications_by_status on aid_applications (status, created_at desc, id desc) where ((erased_at is null)
  or (decided_at is not null));
create index aid_applications_by_type on aid_applications (application_type, created_at desc, id desc)
  where ((erased_at is null) or (decided_at is not null));
create index aid_applications_by_urgency on aid_applications (urgency, created_at desc, id desc) where ((erased_at is null)
  or (decided_at is not null));
create index aid_applications_by_amount on aid_applications (coalesce(amount_requested, ('-1'::integer)::bigint) desc,
  id desc) where ((erased_at is null) or (decided_at is not null));
create index aid_applications_by_status_and_amount on aid_applications (status, coalesce(amount_requested,
  ('-1'::integer)::bigint) desc, id desc) where ((erased_at is null) or (decided_at is not null));
create index aid_applications_of_beneficiary on aid_applications (beneficiary_id, status);
-- The three filters that reviewers set together: without an index of its own their combination, and the count of it, walks through
-- the requests of one of them.
create index aid_applications_by_status_type_urgency on aid_applications (status, application_type, urgency, created_at desc,
  id desc) where ((erased_at is null) or (decided_at is not null));
-- For the job that erases what is kept no longer.
create index aid_applications_retained on aid_applications (decided_at) where ((decided_at is not null) and (erased_at is null));
create index aid_applications_unassigned on aid_applications (due_at, id) where ((due_at is not null) and (assigned_to is null));
create index aid_applications_assigned on aid_applications (assigned_to, due_at, id) where ((due_at is not null)
  and (assigned_to is not null));
create index aid_applications_answered on aid_applications (due_at, id) where ((due_at is not null) and (answered_at is not null));
create index aid_applications_snoozed on aid_applications (due_at, id) where ((due_at is not null)
  and ((snoozed_until is not null) or snoozed_until_answered));
create index aid_applications_waiting_due on aid_applications (due_at, id) where ((due_at is not null)
  and (waiting_since is not null));
create index aid_applications_held on aid_applications (held_by) where (held_by is not null);
-- The same key of one member of staff enters one request, whoever it is for.
create unique index aid_applications_entered_once on aid_applications (entered_by, idempotency_key_hash)
  where (entered_by is not null);
-- Each view in the order in which it is worked through.
create index aid_applications_due on aid_applications (due_at, id) include (waiting_since, user_id, entered_by, assigned_to,
  snoozed_until, snoozed_until_answered, held_by, held_until) where (due_at is not null);
create index aid_applications_award_due on aid_applications (award_due_at, id) where (award_due_at is not null);

-- A request with an open award stays approved.
create function aid_applications_keep_approved() returns trigger language plpgsql as $$
begin
  if exists (select from awards where application_id = old.id and state in ('proposed', 'granted')) then
    raise exception 'a request with an open award stays approved' using errcode = 'TK004';
  end if;
  return new;
end $$;
create trigger aid_applications_with_award before update of status on aid_applications for each row
  when (old.status = 'approved' and new.status <> 'approved') execute function aid_applications_keep_approved();

-- A decision that is reversed has no reason any more.
create function aid_applications_keep_place() returns trigger language plpgsql as $$
begin
  if new.status <> 'rejected' then
    new.reason_code := null;
  end if;
  if new.decided_at is not null or new.erased_at is not null then
    new.due_at := null;
    new.snoozed_until := null;
    new.snoozed_until_answered := false;
    new.answered_at := null;
    new.held_by := null;
    new.held_until := null;
  elsif new.due_at is null then
    new.due_at := public.due_after(new.urgency, new.created_at);
  end if;
  return new;
end $$;
create trigger aid_applications_place before insert or update of status, decided_at,
  erased_at on aid_applications for each row execute function aid_applications_keep_place();

create function aid_applications_count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger aid_applications_version before update of status, decided_at, erased_at, waiting_since, due_at, assigned_to,
  snoozed_until, snoozed_until_answered, answered_at, changed_at on aid_applications for each row
  execute function aid_applications_count_version();

create function aid_applications_keep_tags_due() returns trigger language plpgsql as $$
begin
  update public.request_tags set due_at = new.due_at where application_id = new.id;
  return null;
end $$;
create trigger aid_applications_tags_due after update on aid_applications for each row
  when (old.due_at is distinct from new.due_at) execute function aid_applications_keep_tags_due();

create function aid_applications_keep_identity() returns trigger language plpgsql as $$
begin
  if new.status <> 'approved' or new.erased_at is not null then
    new.approved_name := null;
    new.approved_phone := null;
  elsif old.status <> 'approved' then
    select full_name, phone into new.approved_name, new.approved_phone from public.profiles where user_id = new.user_id;
  end if;
  if new.user_id <> old.user_id then
    new.owned_since := new.changed_at;
  end if;
  return new;
end $$;
create trigger aid_applications_identity before update of status, user_id, erased_at on aid_applications for each row
  execute function aid_applications_keep_identity();

-- Nothing that the former owner chose stays with a request: neither an account nor a wish.
create function aid_applications_leave_owner() returns trigger language plpgsql as $$
begin
  update public.payees set replaced_at = new.changed_at where application_id = new.id and replaced_at is null;
  delete from public.receiving_wishes where application_id = new.id;
  return null;
end $$;
create trigger aid_applications_owner after update of user_id on aid_applications for each row
  when (old.user_id <> new.user_id) execute function aid_applications_leave_owner();

create function aid_applications_keep_award_due() returns trigger language plpgsql as $$
begin
  if new.status <> 'approved' or new.erased_at is not null then
    new.award_due_at := null;
  elsif old.status <> 'approved' and not exists (
      select from public.awards where application_id = new.id and state in ('granted', 'closed')) then
    new.award_due_at := public.award_due_after(new.urgency, new.decided_at);
  end if;
  return new;
end $$;
create trigger aid_applications_award_due before update of status, erased_at on aid_applications for each row
  execute function aid_applications_keep_award_due();

-- New case numbers end with four random digits, so that a number cannot be guessed from another one. Those of early versions have at most eight digits, and stay.
create function aid_applications_lengthen_number() returns trigger language plpgsql as $$
begin
  -- A restored backup has its numbers.
  if new.number < 100000000 and not exists (select from restoring) then
    -- The first bits of a random UUID are random.
    new.number := new.number * 10000 + ('x' || substr(gen_random_uuid()::text, 1, 8))::bit(32)::bigint % 10000;
  end if;
  return new;
end $$;
create trigger aid_applications_number before insert on aid_applications for each row
  execute function aid_applications_lengthen_number();

-- Each status that an application has had. The first row is its sending.
create table application_events (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  -- Who set the status: the applicant, then reviewers.
  user_id uuid not null references users(id),
  from_status text check (from_status in ('pending', 'approved', 'rejected', 'under_review')),
  to_status text not null check (to_status in ('pending', 'approved', 'rejected', 'under_review')),
  -- The reviewers' words to the applicant.
  reason text check (char_length(reason) >= 1 and char_length(reason) <= 2000),
  created_at timestamptz not null,
  -- A step that takes another one back. Applicants see neither.
  takes_back uuid references application_events(id),
  reason_code text check (reason_code ~ '^[a-z_]+$'),
  template_version integer check (template_version > 0)
);
comment on table application_events is
'the history of a request: each status, when, by whom, the reason given to the applicant; whose work it was, when it was set
  aside, calls to the applicant, prints, and for a minute what the last change replaced
why: so that the applicant can follow it, and decisions can be explained
kept: permanently, except the reason and the names of tags, which are erased with the account
people: people who ask for aid; people their papers are about, such as a child
basis: consent, interest
recipients: administrators';
create index application_events_of_application on application_events (application_id, created_at, id);
create unique index application_events_sent_once on application_events (application_id) where (from_status is null);
create unique index application_events_taken_back_once on application_events (takes_back) where (takes_back is not null);
-- Our own failures are counted from the beginning of last year on.
create index application_events_decided on application_events (created_at) where (to_status in ('approved', 'rejected'));

-- History stays as written. One thing may go: the reason, words about a person, once the account was closed.
create function application_events_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
       and exists (select from aid_applications where id = old.application_id and erased_at is not null) then
      return new;
    end if;
  end if;
  raise exception 'the history of an application is append-only: % is refused', tg_op using errcode = 'TK001';
end $$;
create trigger application_events_append_only before delete or update on application_events for each row
  execute function application_events_refuse_change();
create trigger application_events_no_truncate before truncate on application_events for each statement
  execute function application_events_refuse_change();
create trigger application_events_impartial before insert on application_events for each row
  when (new.from_status is not null) execute function refuse_tied('request', 'user_id');

-- More papers that reviewers ask for. At most one of a request's waits.
create table paper_requests (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  -- The administrator who asks.
  user_id uuid not null references users(id),
  text text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  created_at timestamptz not null,
  answered_at timestamptz,
  message text check (char_length(message) >= 1 and char_length(message) <= 2000),
  -- Nothing is waited for any more, although no answer came.
  closed_at timestamptz,
  taken_back_at timestamptz,
  reason_code text check (reason_code ~ '^[a-z_]+$'),
  template_version integer check (template_version > 0),
  constraint paper_requests_check check (message is null or answered_at is not null),
  constraint paper_requests_check1 check (answered_at is null or closed_at is null),
  constraint paper_requests_taken_back_closed check (taken_back_at is null or closed_at is not null)
);
comment on table paper_requests is
'requests for more papers, and the answers; reviewers'' notes (encrypted)
why: to decide. Only staff who see requests can read notes; they are not in a person''s data export, because they contain
  colleagues'' words too
kept: until the account is closed
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators';
create index paper_requests_of_application on paper_requests (application_id, created_at, id);
create unique index paper_requests_one_waits on paper_requests (application_id) where ((answered_at is null)
  and (closed_at is null));

create table application_documents (
  application_id uuid references aid_applications(id),
  -- In the order in which they were sent, from 0 on.
  place smallint check (place >= 0 and place <= 49),
  document_id uuid not null references documents(id),
  -- The applicant's name for it.
  label text check (char_length(label) >= 1 and char_length(label) <= 100),
  -- Papers that were asked for stand behind those that came with the request.
  paper_request_id uuid references paper_requests(id),
  primary key (application_id, place),
  constraint application_documents_once_each unique (application_id, document_id)
);
comment on table application_documents is 'see stored_files';
create index application_documents_of_document on application_documents (document_id);
create index application_documents_of_paper_request on application_documents (paper_request_id)
  where (paper_request_id is not null);

-- Read by administrators only.
create table application_notes (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  user_id uuid not null references users(id),
  text text check (char_length(text) >= 1 and char_length(text) <= 2000),
  created_at timestamptz not null,
  text_sealed bytea,
  -- As one or the other.
  constraint application_notes_once check ((text is null) <> (text_sealed is null))
);
comment on table application_notes is 'see paper_requests';
create index application_notes_of_application on application_notes (application_id, created_at, id);
create index application_notes_unencrypted on application_notes (application_id) where (text is not null);

-- Acts of staff on a request beside its status.
create table request_acts (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  act text not null check (act in ('assigned', 'unassigned', 'taken_over', 'snoozed', 'woken', 'read', 'unread', 'tagged',
    'untagged', 'taken_back', 'reached', 'not_reached', 'wrong_person', 'printed')),
  user_id uuid not null references users(id),
  -- Whom it was assigned to, or taken over from.
  other_id uuid references users(id),
  -- End of the time it was set aside.
  until timestamptz,
  created_at timestamptz not null,
  -- Notes of a call. The note is encrypted, and erased with the account.
  note_id uuid references application_notes(id) on delete set null,
  -- The tag that was set or removed. The name is words of staff about a person, so it is erased with the request.
  tag text check (char_length(tag) >= 1 and char_length(tag) <= 40)
);
comment on table request_acts is 'see application_events';
create index request_acts_of_application on request_acts (application_id, created_at, id);
create index request_acts_of_note on request_acts (note_id) where (note_id is not null);

create table waiting_letters (
  id uuid primary key,
  application_id uuid not null references aid_applications(id),
  news text not null check (news ~ '^[a-z_]+$'),
  created_at timestamptz not null,
  send_at timestamptz not null,
  -- Who made the change, and the version that it made: only that one can be taken back.
  user_id uuid not null references users(id),
  version integer not null,
  -- The step in the history, or the request for papers, that is taken back with it.
  step_id uuid,
  paper_request_id uuid references paper_requests(id) on delete set null,
  -- Snapshot for undo: status, times and places in the queue, no words.
  before jsonb not null
);
comment on table waiting_letters is 'see application_events';
create index waiting_letters_due on waiting_letters (send_at, id);
create index waiting_letters_of_application on waiting_letters (application_id, version);

create table reason_templates (
  kind text check (kind in ('rejection', 'papers')),
  application_type text references aid_kinds(name),
  reason_code text check (reason_code ~ '^[a-z_]+$'),
  language text check (language ~ '^[a-z]{2}-[A-Z]{2}$'),
  -- Version 1 is in the code.
  version integer check (version > 1),
  title text not null check (char_length(title) >= 1 and char_length(title) <= 80),
  text text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  edited_by uuid not null references users(id),
  created_at timestamptz not null,
  primary key (kind, application_type, reason_code, language, version)
);
comment on table reason_templates is
'templates of the words to applicants, each version with the administrator who wrote it
why: to tell every applicant the reason in good words
kept: permanently: decisions name their version
people: administrators
basis: interest
recipients: administrators';
-- Decisions name the version that they used.
create trigger reason_templates_kept before delete or update on reason_templates for each row
  execute function ledger_refuse_change();
create trigger reason_templates_no_truncate before truncate on reason_templates for each statement
  execute function ledger_refuse_change();

-- Mail to a member of staff about a request that is still to be sent, and the time of the last one: at most once a quarter of an hour for each.
create table request_notices (
  user_id uuid references profiles(user_id) on delete cascade,
  application_id uuid references aid_applications(id) on delete cascade,
  -- In a note.
  mentioned boolean not null default false,
  -- By somebody else.
  assigned boolean not null default false,
  mailed_at timestamptz,
  -- Start of the wait, for those who want one mail an hour.
  since timestamptz not null,
  primary key (user_id, application_id)
);
comment on table request_notices is
'that a note about a request mentions a member of staff, or that it was assigned to them, and when they were mailed
why: to tell them, at once or once an hour
kept: about a day after the mail
people: administrators
basis: interest
recipients: administrators, mail';
create index request_notices_unsent on request_notices (user_id) where (mentioned or assigned);

-- The letters that waited with a decision or a request for papers, and left: staff see what became of their mail.
create table request_letters (
  -- That of the letter while it waited.
  id uuid primary key,
  application_id uuid not null references aid_applications(id) on delete cascade,
  step_id uuid,
  paper_request_id uuid,
  -- Null: there is none, because the account has no address, or mail to it was stopped.
  mail_id uuid,
  told_at timestamptz not null
);
comment on table request_letters is 'see application_events';
create index request_letters_of_request on request_letters (application_id);

create table request_tags (
  application_id uuid references aid_applications(id),
  tag_id uuid references tags(id),
  tagged_by uuid not null references users(id),
  tagged_at timestamptz not null,
  -- Those of the request: the list of one tag is read in its order from an index of this table.
  created_at timestamptz not null,
  due_at timestamptz,
  primary key (application_id, tag_id)
);
comment on table request_tags is 'see tags';
create index request_tags_by_age on request_tags (tag_id, created_at, application_id);
create index request_tags_by_due on request_tags (tag_id, due_at, application_id) where (due_at is not null);

-- Changes of the applicant of an approved request: who proposes a payment after it and who releases it both see it.
create view applicant_changes as
  select a.id as application_id, changed.what, changed.before, greatest(changed.at, a.owned_since, a.decided_at) as at
    from aid_applications a
    join profiles on profiles.user_id = a.user_id
    cross join lateral (values
      ('name', a.approved_name, profiles.name_changed_at, plain_name(a.approved_name) <> plain_name(profiles.full_name)),
      ('phone', a.approved_phone, profiles.phone_changed_at,
       profiles.phone <> '' and phone_digits(a.approved_phone) <> phone_digits(profiles.phone))) as changed (what, before, at, differs)
   where a.status = 'approved' and changed.differs;

-- The household that a request counts for: that of its applicant, or the applicant alone.
create view request_households as
  select request.id as application_id, coalesce(household_id, request.user_id) as household
    from aid_applications as request left join household_members using (user_id);

-- Critical requests are due in 3 days, urgent ones in 7, all others in 21.
create function due_after(urgency text, moment timestamptz) returns timestamptz language sql immutable parallel safe
  return (moment + make_interval(hours => (24 * case urgency when 'critical' then 3 when 'high' then 7 else 21 end)));

-- By when an approved request gets an award.
create function award_due_after(urgency text, moment timestamptz) returns timestamptz language sql immutable parallel safe
  return (moment + make_interval(days => case urgency when 'critical' then 1 else 3 end));

insert into aid_kinds (name, place) values
  ('schoolfees', 1), ('medical_fee', 2), ('shelter', 3), ('food', 4), ('financial_aid', 5), ('other', 6);
