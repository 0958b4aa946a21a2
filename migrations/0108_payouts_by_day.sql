-- Outside a transaction
-- The payouts of a month or quarter, which are described together (server/proof/log/publish.ts).
create index concurrently if not exists disbursements_by_day on disbursements (sent_on) where (sent_on is not null);
