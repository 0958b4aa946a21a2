-- Outside a transaction
-- Counts the households of what was lost since a public figure: few payouts, and mostly since the first (server/proof/log/outflows.ts).
create index concurrently if not exists disbursements_lost on disbursements (ended_at) where (state = 'lost');
