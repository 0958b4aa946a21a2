-- What every part stands on: which money this database holds, the jobs' leases, and the rate limits' counts.

create table instance (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  created_at timestamptz not null
);

create table jobs (
  name text primary key,
  next_run_at timestamptz not null,
  claimed_until timestamptz,
  last_succeeded_at timestamptz,
  last_error text,
  -- Where a job that works its way forward has come to.
  watermark timestamptz
);

-- Unlogged: after a crash the counts start anew, which costs nothing, and gifts do not wait for them to reach the disk.
create unlogged table rate_limits (
  name text not null,
  -- A keyed hash of the client's address, never the address.
  client bytea not null,
  window_start timestamptz not null,
  requests integer not null,
  primary key (name, client, window_start)
);
create index rate_limits_by_window on rate_limits (window_start);
