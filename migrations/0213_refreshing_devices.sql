alter table sessions
  -- Of the device that refreshed last, keyed: only it gets the answer to a refresh again that it lost.
  add column device_hash bytea;
