-- What people upload to support a request: a row for each version of a file, and one for each piece of stored bytes.

-- Bytes in the storage (disk or S3), written down before they are put there, so that none is ever left behind unknown.
create table stored_files (
  key text primary key check (char_length(key) <= 200),
  -- From then on the bytes may be deleted. Null: a document has them.
  sweep_at timestamptz,
  created_at timestamptz not null
);
create index stored_files_to_sweep on stored_files (sweep_at) where sweep_at is not null;

create table documents (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- {user_id}/{timestamp}_{filename}, in Unicode's form C.
  path text not null check (char_length(path) <= 300 and starts_with(path, user_id::text || '/')),
  version integer not null check (version >= 1),
  filename text not null check (char_length(filename) between 1 and 200),
  -- By the content, never by the name.
  content_type text not null check (content_type in (
    'application/pdf', 'image/jpeg', 'image/png', 'image/webp',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  storage_key text not null constraint documents_storage_key_taken unique references stored_files (key),
  scan text not null check (scan in ('clean', 'unscanned')),
  -- When an application first named it: from then on it is evidence, which is neither overwritten nor deleted.
  evidence_at timestamptz,
  -- When a newer version took its place. Only evidence is kept beside a newer version.
  superseded_at timestamptz,
  created_at timestamptz not null,
  constraint documents_version_taken unique (path, version),
  check (superseded_at is null or evidence_at is not null)
);
-- One version is the current one.
create unique index documents_current on documents (path) where superseded_at is null;
create index documents_of_user on documents (user_id, created_at desc, id desc);
