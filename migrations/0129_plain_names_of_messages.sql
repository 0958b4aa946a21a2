-- Outside a transaction
-- Finds messages by a name as it is typed on a plain keyboard, like people: without accents and hooks, with one apostrophe.
create index concurrently if not exists contact_messages_by_plain_name on contact_messages
  (plain_text(translate(first_name || ' ' || last_name, '’ʼ‘', '''''''')) text_pattern_ops);
create index concurrently if not exists contact_messages_by_plain_last_name on contact_messages
  (plain_text(translate(last_name, '’ʼ‘', '''''''')) text_pattern_ops);
