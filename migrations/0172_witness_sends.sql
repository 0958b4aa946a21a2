-- To whom the log sends its checkpoints, as C2SP's tlog-witness describes, and how the last try went.
create table witness_sends (
  -- The submission prefix.
  url text primary key,
  -- The last checkpoint of ours that the witness has. It says itself if this is wrong.
  size bigint not null default 0 check (size >= 0),
  -- When it last cosigned one.
  sent_at timestamptz,
  -- Why the last try failed, and since when each has.
  failure text check (failure in ('unreachable', 'refused', 'unknown_log', 'inconsistent', 'larger', 'unknown_witness')),
  failing_since timestamptz,
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null,
  check ((failure is null) = (failing_since is null)),
  check ((failure is null) = (tries = 0))
);
