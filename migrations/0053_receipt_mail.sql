-- A donor may have the receipt mailed to an address that we do not keep: its row leaves the outbox with the mail, sent or not.
alter table outgoing_mail add column kept boolean not null default true;

-- How often the receipt of a gift was mailed: a code must not be a way to fill a stranger's inbox.
alter table donations add column receipt_mails smallint not null default 0 check (receipt_mails between 0 and 3);
