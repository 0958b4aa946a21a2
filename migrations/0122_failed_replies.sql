-- Keeps that the mail of a reply could not be delivered: its thread is unanswered again, once, and shows it when the outbox has forgotten.
alter table contact_replies add column failed_at timestamptz;
create index contact_replies_of_mail on contact_replies (mail_id) where (mail_id is not null);
