-- Who answers a message. It is handed over with their other work.
alter table contact_messages add column assigned_to uuid references users(id);
create index contact_messages_of_owner on contact_messages (assigned_to) where assigned_to is not null and state <> 'answered';
comment on table contact_messages is
'contact messages and messages about requests: name, email, subject, message, state, the version of the privacy notice shown,
  the request that one belongs to, who answers it; the replies of both sides
why: to answer them
kept: {RETENTION_MESSAGES_DAYS} after the newest, then a job deletes them; those about a request, as long as the request
people: people who write to us; people who ask for aid
basis: interest
recipients: administrators, mail';
