-- A thread of the inbox may belong to a request: staff linked a message with it, or began the thread themselves. Then it is deleted
-- with the request, not after the time of contact messages.
alter table contact_messages
  add column origin text not null default 'contact' check (origin in ('contact', 'staff')),
  add column application_id uuid references aid_applications (id) on delete set null,
  -- Whose page shows the thread: set only where the writer is the applicant beyond doubt.
  add column user_id uuid references users (id),
  add column last_at timestamptz,
  add constraint contact_messages_of_applicant check (
    (user_id is null or application_id is not null) and (origin = 'contact' or (user_id is not null and message = ''))
  );
create unique index contact_messages_by_staff on contact_messages (application_id) where origin = 'staff';
create index contact_messages_of_request on contact_messages (application_id) where application_id is not null;
create index contact_messages_of_person on contact_messages (user_id) where user_id is not null;
update contact_messages set last_at = created_at;
alter table contact_messages alter column last_at set not null;

-- The thread of staff has no first message of the person, whose profile has one name and perhaps no address.
alter table contact_messages
  drop constraint contact_messages_last_name_check,
  drop constraint contact_messages_message_check,
  drop constraint contact_messages_first_name_check,
  add constraint contact_messages_first_name_check check (char_length(first_name) <= 200),
  add constraint contact_messages_written check (
    origin = 'staff'
    or (char_length(first_name) between 1 and 100 and char_length(last_name) between 1 and 100
      and char_length(message) between 1 and 5000)
  );

-- Replies go both ways. Those of the person have no member of staff, and a key by which a repeated one is found.
alter table contact_replies
  alter column user_id drop not null,
  add column is_from_us boolean not null default true,
  add column channel text not null default 'mail' check (channel in ('mail', 'sms', 'both', 'page')),
  add column key_hash bytea unique,
  add constraint contact_replies_ways check (
    is_from_us = (user_id is not null) and is_from_us = (key_hash is null) and (not is_from_us or channel <> 'page')
  );

-- The order of the inbox: unanswered first, then by the latest message of the person.
drop index contact_messages_inbox, contact_messages_by_state;
alter table contact_messages drop column inbox_key;
alter table contact_messages add column inbox_key bigint not null generated always as (
  (extract(epoch from last_at at time zone 'UTC') * 1000000)::bigint
  + (state <> 'answered')::integer * 100000000000000000) stored;
create index contact_messages_inbox on contact_messages (inbox_key desc, id desc);
create index contact_messages_by_state on contact_messages (state, inbox_key desc, id desc);

-- An applicant whose address is not proven is told of a message at most once a day too.
alter table request_addresses drop constraint request_addresses_held_news_check;
alter table request_addresses add constraint request_addresses_held_news_check check (held_news ~ '^[a-z_]+$');
