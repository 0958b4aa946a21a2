-- Outside a transaction
-- Finds lost payouts for the count of households in public figures, which mostly begins with the first payout (server/proof/log/outflows.ts).
create index concurrently if not exists disbursements_lost on disbursements (ended_at) where (state = 'lost');
