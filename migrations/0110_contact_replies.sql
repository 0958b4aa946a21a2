-- Replies to contact messages. They are deleted with their message.
create table contact_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages (id) on delete cascade,
  user_id uuid not null references users (id),
  text text not null check (char_length(text) between 1 and 5000),
  created_at timestamptz not null
);
create index contact_replies_of_message on contact_replies (message_id, created_at, id);

-- The order of the inbox: unanswered first, then newest first.
alter table contact_messages add column inbox_key bigint not null generated always as (
  (extract(epoch from created_at at time zone 'UTC') * 1000000)::bigint
  + (state <> 'answered')::integer * 100000000000000000) stored;
create index contact_messages_inbox on contact_messages (inbox_key desc, id desc);
drop index contact_messages_by_state;
create index contact_messages_by_state on contact_messages (state, inbox_key desc, id desc);
