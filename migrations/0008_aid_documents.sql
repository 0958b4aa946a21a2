-- Bytes in the storage (disk or S3), written down before they are put there, so that none is ever left behind unknown.
create table stored_files (
  key text primary key check (char_length(key) <= 200),
  -- Time from which the bytes may be deleted. Null: a document has them.
  sweep_at timestamptz,
  created_at timestamptz not null,
  encrypted boolean not null default false
);
comment on table stored_files is
'documents: medical and school papers (encrypted), file names, scan results; unfinished uploads
why: evidence for a request. Pictures lose their location and camera data; pictures inside a PDF or Word file keep theirs,
  and the form says so
kept: until their owner deletes them, or the account is closed; the bytes are deleted within minutes, those of an unfinished
  upload after a day at the latest. One that is not sent with a request is deleted after {RETENTION_DRAFT_HOURS}; one that a
  request refers to stays as long as the request''s text
people: people who ask for aid; people their papers are about, such as a child
basis: consent
recipients: administrators, store
elsewhere: and the folder or bucket';
create index stored_files_to_sweep on stored_files (sweep_at) where (sweep_at is not null);
create index stored_files_unencrypted on stored_files (key) where ((not encrypted) and (sweep_at is null));

create table documents (
  id uuid primary key,
  user_id uuid not null references users(id),
  -- {user_id}/{timestamp}_{filename}, in Unicode's form C.
  path text not null,
  version integer not null check (version >= 1),
  filename text not null check (char_length(filename) >= 1 and char_length(filename) <= 200),
  -- By the content, never by the name.
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  storage_key text not null references stored_files(key),
  scan text not null check (scan in ('clean', 'unscanned')),
  -- When an application first named it: from then on it is evidence, which is neither overwritten nor deleted.
  evidence_at timestamptz,
  -- When a newer version took its place. Only evidence is kept beside a newer version.
  superseded_at timestamptz,
  created_at timestamptz not null,
  constraint documents_check check (char_length(path) <= 300 and starts_with(path, user_id::text || '/')),
  constraint documents_check1 check (superseded_at is null or evidence_at is not null),
  constraint documents_storage_key_taken unique (storage_key),
  constraint documents_version_taken unique (path, version)
);
comment on table documents is 'see stored_files';
-- One version is the current one.
create unique index documents_current on documents (path) where (superseded_at is null);
create index documents_of_user on documents (user_id, created_at desc, id desc);
create index documents_by_content on documents (sha256);
create index documents_unsent on documents (created_at) where (evidence_at is null);

create table resumable_uploads (
  id uuid primary key,
  user_id uuid not null references users(id),
  -- As announced, however much has arrived.
  bytes bigint not null check (bytes > 0),
  -- When it became a document. The row stays until a day after its creation, so that a client that missed the answer can ask.
  finished_at timestamptz,
  created_at timestamptz not null
);
comment on table resumable_uploads is 'see stored_files';
create index resumable_uploads_of_user on resumable_uploads (user_id);
