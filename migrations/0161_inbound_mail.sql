-- Answers by mail: one from another address than the thread's is marked, and attachments are only counted.
alter table contact_replies
  add column sender text check (char_length(sender) <= 254),
  add column left_out integer not null default 0 check (left_out >= 0),
  add constraint contact_replies_received check ((sender is null and left_out = 0) or channel = 'mail' and not is_from_us);
