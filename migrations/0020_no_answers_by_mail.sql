-- Answers by mail are not received any more (decision 0065). Those that came keep in their text who sent them, and how far that is known.
update contact_replies
   set text = left(concat('[', concat_ws(', ', 'Received by email', 'from ' || sender,
         case when not verified then 'not verified' end, nullif(left_out, 0) || ' attachments not kept'), E']\n\n', text), 524288)
 where channel = 'mail' and not is_from_us;
alter table contact_replies
  drop constraint contact_replies_received,
  drop constraint contact_replies_verified,
  drop column sender,
  drop column left_out,
  add constraint contact_replies_verified check (is_from_us = (verified is null));
