-- The table of payouts reads ended ones newest first, in pages that continue after a time and an id.
drop index disbursements_ended;
create index disbursements_ended on disbursements (ended_at, id) where ended_at is not null;
