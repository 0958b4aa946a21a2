-- The text message of a letter about a request, for people without a proven address. Null: there is none.
alter table request_letters add column text_id uuid;
