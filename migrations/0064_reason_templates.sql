-- The words with which staff rejects requests and asks for papers: each edit of a template that the code ships is a version here.

create table reason_templates (
  kind text not null check (kind in ('rejection', 'papers')),
  application_type text not null
    check (application_type in ('schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other')),
  reason_code text not null check (reason_code ~ '^[a-z_]+$'),
  language text not null check (language ~ '^[a-z]{2}-[A-Z]{2}$'),
  -- Version 1 is in the code.
  version integer not null check (version > 1),
  title text not null check (char_length(title) between 1 and 80),
  text text not null check (char_length(text) between 1 and 2000),
  edited_by uuid not null references users (id),
  created_at timestamptz not null,
  primary key (kind, application_type, reason_code, language, version)
);
-- Decisions name the version that they used.
create trigger reason_templates_kept before update or delete on reason_templates
  for each row execute function ledger_refuse_change();
create trigger reason_templates_no_truncate before truncate on reason_templates
  for each statement execute function ledger_refuse_change();

-- Why: of the decision that stands, and of each step and request for papers, with the version of the template.
alter table aid_applications add column reason_code text check (reason_code ~ '^[a-z_]+$');
alter table aid_applications add constraint aid_applications_reason_of_rejection check (reason_code is null or status = 'rejected');
alter table application_events
  add column reason_code text check (reason_code ~ '^[a-z_]+$'),
  add column template_version integer check (template_version > 0);
alter table paper_requests
  add column reason_code text check (reason_code ~ '^[a-z_]+$'),
  add column template_version integer check (template_version > 0);

-- A decision that is reversed has no reason any more.
create or replace function aid_applications_keep_place() returns trigger language plpgsql as $$
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
