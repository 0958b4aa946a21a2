alter table sessions
  -- Set in the session that a recovery opened until it saves a new password: it may do nothing else, and ends then (decision 0046).
  add column recovery_ends_at timestamptz;
