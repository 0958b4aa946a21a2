-- Names the mail of an invitation: one that could not be delivered is shown as such. Null for those of before, and where none was sent.
alter table staff_invitations add column mail_id uuid;
