-- Outside a transaction.
create index concurrently if not exists users_phone_doubt on users (id) where phone_doubt is not null;
