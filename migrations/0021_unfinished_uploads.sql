-- Resumable uploads, so that unfinished ones count against their owner. Their bytes are files in DATA_DIR/uploads, and files without a
-- row here are deleted.

create table resumable_uploads (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- As announced, however much has arrived.
  bytes bigint not null check (bytes > 0),
  -- When it became a document. The row stays until a day after its creation, so that a client that missed the answer can ask.
  finished_at timestamptz,
  created_at timestamptz not null
);
create index resumable_uploads_of_user on resumable_uploads (user_id);
