-- Mail about requests for aid goes to addresses that anyone may have typed.

-- Somebody who reads mail there said 'this is not me': no mail is sent there, whatever it is about. SHA-256 of the address in lower
-- case, so that the list names nobody.
create table stopped_addresses (
  address_hash bytea primary key,
  stopped_at timestamptz not null
);

-- What was mailed about requests to an address that its account has not proven.
create table request_addresses (
  address_hash bytea primary key,
  -- The account with this address now.
  user_id uuid not null references users (id),
  -- A link in a mail was used: all mail about this account's requests may go there.
  proven_at timestamptz,
  last_mailed_at timestamptz,
  -- The latest news, until a day after the last mail.
  held_news text check (held_news in ('received', 'papers', 'pending', 'approved', 'rejected', 'under_review'))
);
create index request_addresses_held on request_addresses (last_mailed_at) where held_news is not null;
create index request_addresses_of_user on request_addresses (user_id);

-- The links in those mails, as hashes. Each works once.
create table request_address_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  address_hash bytea not null,
  purpose text not null check (purpose in ('confirm', 'stop')),
  created_at timestamptz not null,
  used_at timestamptz
);
create index request_address_tokens_of_user on request_address_tokens (user_id);
create index request_address_tokens_created on request_address_tokens (created_at);
