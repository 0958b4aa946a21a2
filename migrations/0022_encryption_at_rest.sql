-- Documents and reviewers' notes are encrypted with a key for each person. Jobs encrypt what was stored before.

create table data_keys (
  -- Whom the data is about. Deleted when the account is closed, so that nothing encrypted with it can be read again.
  user_id uuid primary key references users (id),
  -- Encrypted with a key derived from SECRET_KEY.
  wrapped bytea not null,
  created_at timestamptz not null
);

alter table stored_files add column encrypted boolean not null default false;
create index stored_files_unencrypted on stored_files (key) where not encrypted and sweep_at is null;

alter table application_notes alter column text drop not null;
alter table application_notes add column text_sealed bytea;
-- As one or the other.
alter table application_notes add constraint application_notes_once check ((text is null) <> (text_sealed is null));
create index application_notes_unencrypted on application_notes (application_id) where text is not null;
