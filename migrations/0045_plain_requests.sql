-- Requests from the page without script (server/aid/plain), until the code by text is typed.

create table plain_requests (
  -- SHA-256 of the secret in the form.
  id bytea primary key check (octet_length(id) = 32),
  -- Keyed hash of the network, which a cap counts.
  network bytea not null check (octet_length(network) = 32),
  -- Sealed with the secret: text and photos, until the request is sent.
  sealed bytea,
  -- Length of it, which the cap of the instance counts.
  bytes integer not null check (bytes >= 0),
  -- Sealed: the account whose number was proven.
  account bytea,
  -- Sealed: the number of the request, for a second post of the same form.
  answer bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint plain_requests_sent check ((sealed is null) = (answer is not null))
);
create index plain_requests_expire on plain_requests (expires_at);
comment on table plain_requests is
'requests typed on the page without script: name, telephone number, place, kind, amount and photos, encrypted with a key that needs
  the page of the person who typed them; a keyed hash of the network; after sending, the number of the request instead, encrypted too
why: to hold them until the code by text message is typed, to count them by network, and to show the same number twice
kept: 60 minutes; once sent, the number for 24 hours, deleted by a job
people: people who ask for aid; people their papers are about, such as a child
basis: consent';
