-- Outside a transaction
-- Ascending, as gifts arrive: a page of a descending index is split in its middle by each newer row, and stays half empty. Read backwards.
create index concurrently if not exists donations_in_order on donations (created_at, id);
drop index concurrently if exists donations_newest;
-- Nine gifts in ten are given, and the newest of those are found among the newest of all: an index of states needs the others alone.
create index concurrently if not exists donations_not_given on donations (status, created_at, id) where (status <> 'success');
drop index concurrently if exists donations_by_status;
-- One index of a fund with the states of its gifts, in place of two.
create index concurrently if not exists donations_of_fund on donations (donation_type, created_at, id) include (status);
drop index concurrently if exists donations_by_type;
drop index concurrently if exists donations_by_type_and_status;
-- Keeps references unique and finds them by how they begin, in place of two (0075).
create unique index concurrently if not exists donations_reference_taken on donations (transaction_reference text_pattern_ops)
  include (status, donation_type, created_at, id);
drop index concurrently if exists donations_by_reference;
