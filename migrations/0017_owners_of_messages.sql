-- Who answers a message. It is handed over with their other work.
alter table contact_messages add column assigned_to uuid references users(id);
create index contact_messages_of_owner on contact_messages (assigned_to) where assigned_to is not null and state <> 'answered';
