-- A received mail is kept whole: what looks quoted is folded on the screen, and nothing of it is thrown away. The webhook takes 512 kB.
alter table contact_replies
  drop constraint contact_replies_text_check,
  add constraint contact_replies_text_check check (
    char_length(text) between 1 and case when channel = 'mail' and not is_from_us then 524288 else 5000 end
  );
