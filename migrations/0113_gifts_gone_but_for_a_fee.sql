-- Outside a transaction
-- The few gifts that went back whole while the fee that their payers bore stayed: public figures count them out (server/proof/books/stats.ts).
create index concurrently if not exists donations_gone_but_for_a_fee on donations (donation_type)
  where (status = 'success' and amount_reversed >= amount);
