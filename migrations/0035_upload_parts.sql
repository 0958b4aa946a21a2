-- Metadata, offset and parts of resumable uploads, so that every process can resume each of them.

alter table resumable_uploads
  -- As the client sent it: bucket, path and type. Null: begun by a version that kept it in a folder.
  add column metadata jsonb,
  -- Whether it replaces a document.
  add column overwrite boolean not null default false,
  -- Bytes stored in parts. Without S3, the offset is the length of the file.
  add column arrived bigint not null default 0,
  -- When bytes last arrived. Null: none yet.
  add column heard_at timestamptz,
  add constraint resumable_uploads_arrived check (arrived >= 0 and arrived <= bytes);

-- The parts of an unfinished upload where documents are in S3: an encrypted object each. The sweep of stored_files deletes both.
create table upload_parts (
  upload_id uuid references resumable_uploads(id) on delete cascade,
  first_byte bigint check (first_byte >= 0),
  bytes bigint not null check (bytes > 0),
  storage_key text not null references stored_files(key) on delete cascade,
  constraint upload_parts_key_taken unique (storage_key),
  primary key (upload_id, first_byte)
);
comment on table upload_parts is 'see stored_files';
