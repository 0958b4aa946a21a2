-- Requests for aid, the documents that each names, and the way that each has gone.

create table aid_applications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The profile of whoever asks. Null once the account was closed: the profile goes with it.
  beneficiary_id uuid references profiles (id),
  application_type text not null
    check (application_type in ('schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other')),
  description text not null check (char_length(description) <= 5000),
  -- In kobo.
  amount_requested bigint check (amount_requested between 0 and 10000000000),
  location text not null check (char_length(location) <= 500),
  urgency text check (urgency in ('low', 'medium', 'high', 'critical')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'under_review')),
  -- One press of the button: repeats find the same row, and a different request is seen by its hash.
  idempotency_key_hash bytea not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  -- Since when the status is a decision. Null: nobody has decided, or the decision was taken back.
  decided_at timestamptz,
  -- The account was closed: nothing personal is left in this row. One that was undecided then is withdrawn.
  erased_at timestamptz,
  constraint aid_applications_idempotency_key_taken unique (user_id, idempotency_key_hash),
  check ((decided_at is not null) = (status in ('approved', 'rejected'))),
  check (case when erased_at is null
              then beneficiary_id is not null and description <> '' and location <> ''
              else beneficiary_id is null and description = '' and location = '' end)
);
create index aid_applications_of_user on aid_applications (user_id, created_at desc, id desc);
create index aid_applications_of_beneficiary on aid_applications (beneficiary_id);
create index aid_applications_decided on aid_applications (decided_at desc) include (created_at) where decided_at is not null;

create table application_documents (
  application_id uuid not null references aid_applications (id),
  -- In the order in which they were sent, from 0 on.
  place smallint not null check (place between 0 and 9),
  document_id uuid not null references documents (id),
  -- What the applicant says it is.
  label text check (char_length(label) between 1 and 100),
  primary key (application_id, place),
  constraint application_documents_once_each unique (application_id, document_id)
);
create index application_documents_of_document on application_documents (document_id);

-- Each status that an application has had. The first row is its sending.
create table application_events (
  id uuid primary key,
  application_id uuid not null references aid_applications (id),
  -- Who set the status: the applicant, then reviewers.
  user_id uuid not null references users (id),
  from_status text check (from_status in ('pending', 'approved', 'rejected', 'under_review')),
  to_status text not null check (to_status in ('pending', 'approved', 'rejected', 'under_review')),
  -- The reviewers' words to the applicant.
  reason text check (char_length(reason) between 1 and 2000),
  created_at timestamptz not null
);
create index application_events_of_application on application_events (application_id, created_at, id);
create unique index application_events_sent_once on application_events (application_id) where from_status is null;

-- What happened stays as it was written. One thing may go: the reason, words about a person, once the account was closed.
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
create trigger application_events_append_only before update or delete on application_events
  for each row execute function application_events_refuse_change();
create trigger application_events_no_truncate before truncate on application_events
  for each statement execute function application_events_refuse_change();
